import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Holds at most so many connections. Where there are more, the one goes that has kept us waiting for its request the
 * longest: however many clients are slow, one that asks at once is answered. To turn the newest away instead would let
 * as many slow ones as are allowed lock out everybody.
 */
export function keepRoom(server: Server, connectionsMax: number): void {
  /** What each is asking, the oldest first; null before its first request. */
  const open = new Map<Socket, IncomingMessage | null>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    if (open.size > connectionsMax) slowestOf(open)?.destroy();
  });
  server.on('request', (request: IncomingMessage) => {
    // Behind all others again: it has just asked.
    open.delete(request.socket);
    if (!request.socket.destroyed) open.set(request.socket, request);
  });
}

/** The first that has not asked, or not to the end; the newest where everybody has. */
function slowestOf(open: ReadonlyMap<Socket, IncomingMessage | null>): Socket | undefined {
  for (const [socket, request] of open) if (request === null || !request.complete) return socket;
  return [...open.keys()].at(-1);
}
