/** Parts of replays on their way to another worker and back. All of it may be lost: its owner plays what does not come. */
export interface ShareStore {
  /** The same again is the share that is there, with what came of it. Forgets those whose owner died long ago. */
  offerShare(share: Share, nowMs: number): Promise<void>;
  /** Its body, for whoever begins to play it; null when it is not there any more, or was played. */
  takeShare(key: string): Promise<string | null>;
  /** Whoever took it can not play it. */
  letShareGo(key: string): Promise<void>;
  givePlayed(key: string, played: string): Promise<void>;
  /** Takes it away from everybody. False when somebody plays it, or did. */
  takeBackShare(key: string): Promise<boolean>;
  listShares(
    keys: readonly string[],
  ): Promise<readonly { readonly key: string; readonly isTaken: boolean; readonly played: string | null }[]>;
  dropShares(keys: readonly string[]): Promise<void>;
}

/** Some parts of the replays of an evaluation, as text; `key` is the hash of it and of who may play it. */
export interface Share {
  readonly key: string;
  readonly body: string;
}
