/** A person as a mail names them; the address is null where an archive masked it. */
export interface TreePerson {
  readonly name: string;
  readonly address: string | null;
}

/** What one reply adds to a patch. */
export interface TreeReply {
  readonly messageId: string | null;
  readonly from: TreePerson | null;
  /** Trailers that count, as written. */
  readonly given: readonly string[];
  /** Trailers in the name of somebody else. */
  readonly refused: readonly string[];
}

export interface TreeFile {
  readonly path: string;
  readonly oldPath: string | null;
  readonly added: number;
  readonly removed: number;
}

export interface TreePatch {
  readonly index: number;
  readonly subject: string;
  readonly messageId: string | null;
  /** Where its diff was found. */
  readonly from: 'inline' | 'attachment' | 'quoted' | 'diffless';
  readonly files: readonly TreeFile[];
  readonly replies: readonly TreeReply[];
}

/** "depends-on", and the ids that stand behind it in one series. */
export interface TreeRelation {
  readonly key: string;
  readonly values: readonly string[];
}

/** One posting of one series. */
export interface TreeSeries {
  readonly subject: string;
  readonly version: number;
  readonly total: number;
  readonly rfc: boolean;
  readonly resend: boolean;
  readonly purpose: 'submission' | 'stable-copy' | 'pull-request' | 'notice';
  readonly coverLetter: boolean;
  readonly author: TreePerson | null;
  /** ISO 8601, or null. */
  readonly date: string | null;
  /** What it stands on, what it is a version of, and what it takes the place of, each key with its values as written. */
  readonly relations: readonly TreeRelation[];
  readonly patches: readonly TreePatch[];
  readonly missing: readonly number[];
  /** Replies to the cover letter, and those of which nobody knows what they answer. */
  readonly replies: readonly TreeReply[];
  /** Trailers of the patches' own messages that name who stands behind them, each once. */
  readonly own: readonly string[];
  /** Trailers that were given to an earlier posting of the same diff. */
  readonly carried: readonly string[];
  /** What else is wrong, in words. */
  readonly problems: readonly string[];
}

/** Everything a set of mails posts or speaks of. */
export interface SeriesTree {
  readonly mails: number;
  /** The one an evaluation is about, null when there is none. */
  readonly current: TreeSeries | null;
  /** Its other versions, the newest first. */
  readonly versions: readonly TreeSeries[];
  /** What else is in the thread, the oldest first. */
  readonly beside: readonly TreeSeries[];
}
