import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * pass: as if it were not there. pause: nothing moves, and later everything does (a partition). dead: the connections that
 * are open now stay silent for good (the peer vanished). reset: every connection is broken. A number: so many
 * milliseconds each way.
 */
export type ProxyMode = 'pass' | 'pause' | 'dead' | 'reset' | number;

interface Pipe {
  readonly near: Socket;
  readonly far: Socket;
  isDead: boolean;
  readonly waiting: (() => void)[];
}

/** Stands between the service and Redis, and does to their connections what a network does. */
export class SocketProxy {
  readonly socket: string;
  readonly #target: string;
  readonly #server: Server;
  readonly #pipes = new Set<Pipe>();
  #mode: ProxyMode = 'pass';

  constructor(socket: string, target: string) {
    this.socket = socket;
    this.#target = target;
    this.#server = createServer((near) => this.#join(near));
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.socket, () => resolve()));
  }

  stop(): void {
    this.#server.close();
    this.#reset();
  }

  set(mode: ProxyMode): void {
    this.#mode = mode;
    if (mode === 'reset') this.#reset();
    for (const pipe of this.#pipes) {
      if (mode === 'dead') pipe.isDead = true;
      if (mode === 'pass') for (const send of pipe.waiting.splice(0)) send();
    }
  }

  #reset(): void {
    for (const { near, far } of this.#pipes) {
      near.destroy();
      far.destroy();
    }
  }

  #join(near: Socket): void {
    if (this.#mode === 'reset') return void near.destroy();
    const pipe: Pipe = { near, far: connect(this.#target), isDead: this.#mode === 'dead', waiting: [] };
    this.#pipes.add(pipe);
    this.#carry(pipe, near, pipe.far);
    this.#carry(pipe, pipe.far, near);
  }

  #carry(pipe: Pipe, from: Socket, to: Socket): void {
    from.on('error', () => {});
    from.on('data', (piece) => this.#send(pipe, () => to.write(piece)));
    from.on('close', () => {
      this.#pipes.delete(pipe);
      if (!pipe.isDead) to.destroy();
    });
  }

  #send(pipe: Pipe, send: () => void): void {
    if (pipe.isDead) return;
    if (this.#mode === 'pause') pipe.waiting.push(send);
    else if (typeof this.#mode === 'number') setTimeout(send, this.#mode);
    else send();
  }
}
