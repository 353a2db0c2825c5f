/** Commands that were taken, and the scopes that are muted. */
export interface CommandStore {
  knowsCommand(key: string): Promise<boolean>;
  /** False when this very command was taken before. */
  takeCommand(command: StoredCommand, nowMs: number): Promise<boolean>;
  countCommands(actor: string, sinceMs: number): Promise<number>;
  countThreadCommands(thread: string, sinceMs: number): Promise<number>;
  mute(scope: string, by: string, nowMs: number): Promise<void>;
  unmute(scope: string, by: string, nowMs: number): Promise<void>;
  isMuted(scopes: readonly string[]): Promise<boolean>;
}

export interface StoredCommand {
  readonly key: string;
  readonly verb: string;
  readonly words: readonly string[];
  readonly thread: string;
  readonly actor: string;
  readonly via: 'mail' | 'pull-request' | 'cli' | 'page';
  readonly answer: string;
}
