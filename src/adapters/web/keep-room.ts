import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Holds at most so many connections. Where there are more, the one goes that has kept us waiting for its request the
 * longest: however many clients are slow, one that asks at once is answered. To turn the newest away instead would let
 * as many slow ones as are allowed lock out everybody. Nobody goes before what it sent with its connection was read: a
 * busy machine takes in hundreds of connections before it reads from the first of them.
 */
export function keepRoom(server: Server, connectionsMax: number): void {
  /** What each is asking, the oldest first; null before its first request. */
  const open = new Map<Socket, IncomingMessage | null>();
  let isLooking = false;
  const look = () => {
    isLooking = false;
    while (open.size > connectionsMax) {
      const socket = slowestOf(open);
      open.delete(socket);
      socket.destroy();
    }
  };
  server.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    if (isLooking || open.size <= connectionsMax) return;
    isLooking = true;
    // Between the two of them everything is read that is there.
    setImmediate(() => setImmediate(look));
  });
  server.on('request', (request: IncomingMessage) => {
    // Behind all others again: it has just asked.
    open.delete(request.socket);
    if (!request.socket.destroyed) open.set(request.socket, request);
  });
}

/** The first that has not asked, or not to the end; the newest where everybody has. */
function slowestOf(open: ReadonlyMap<Socket, IncomingMessage | null>): Socket {
  for (const [socket, request] of open) if (request === null || !request.complete) return socket;
  const newest = [...open.keys()].at(-1);
  if (newest === undefined) throw new Error('more than none are open');
  return newest;
}
