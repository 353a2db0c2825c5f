import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/redis-binary.ts';

/** A Redis of the scenario: it can be killed, frozen and started again, and nobody else stands on it. */
export class OwnRedis {
  readonly socket: string;
  readonly folder: string;
  #process: ChildProcess | null = null;
  readonly #env: Record<string, string>;

  constructor(home: string, env: Record<string, string> = {}) {
    this.folder = join(home, 'redis');
    this.socket = join(home, 'r.sock');
    this.#env = env;
    mkdirSync(this.folder, { recursive: true });
  }

  async start(...options: string[]): Promise<void> {
    const given = ['--port', '0', '--unixsocket', this.socket, '--dir', this.folder, '--save', ''];
    const kept = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction'];
    const env = { PATH: process.env['PATH'], ...this.#env };
    this.#process = spawn('redis-server', [...given, ...kept, ...options], { stdio: 'ignore', env });
    await until('Redis answers', () => this.ask('ping') === 'PONG');
  }

  ask(...command: string[]): string {
    return spawnSync('redis-cli', ['-s', this.socket, ...command], { encoding: 'utf8' }).stdout.trim();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Ends it as the signal does, and waits until it is gone. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { exitCode, signalCode } = this.#process ?? { exitCode: 0, signalCode: null };
    if (this.#process === null || exitCode !== null || signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process?.once('exit', resolve));
    this.#process.kill(signal);
    this.#process.kill('SIGCONT');
    await gone;
  }
}
