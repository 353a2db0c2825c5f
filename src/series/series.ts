import type { Address, Letter } from '../ingest/letter.ts';
import type { Place, Problem } from '../problem.ts';
import type { Purpose } from './submission.ts';

/** One line of a hunk; `kind` is the diff's own first column. `text` is without that column. */
export interface DiffLine {
  readonly kind: ' ' | '+' | '-';
  readonly text: string;
  readonly at: Place;
}

export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** What git prints after the second `@@`, usually the function. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
  readonly at: Place;
}

/** One file of a patch. `oldPath` is set for renames and copies only. */
export interface FileDiff {
  readonly path: string;
  readonly oldPath: string | null;
  /** The first digits of git's id of the text before, from the `index` line; null for a new file and for a plain diff. */
  readonly oldBlob: string | null;
  /** Mode of the file after the patch where the diff says it: "100644", "120000" for a symbolic link. */
  readonly mode: string | null;
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
  readonly hunks: readonly Hunk[];
}

export type PatchOrigin = 'inline' | 'attachment' | 'quoted' | 'diffless';

export interface Patch {
  /** 1-based place in the series; 1 for a patch that stands alone. */
  readonly index: number;
  readonly subject: string;
  readonly messageId: string | null;
  readonly from: PatchOrigin;
  readonly files: readonly FileDiff[];
  /** git's stable patch id, null when there is no diff or it was damaged. */
  readonly patchId: string | null;
  /** The commit message: what stands above the `---` line, decoded and without quote marks. */
  readonly message: string;
}

export interface Trailer {
  readonly key: string;
  readonly value: string;
  readonly messageId: string | null;
}

/** A line such as `prerequisite-patch-id: 0123...`. */
export type Prerequisite = Pick<Trailer, 'key' | 'value'>;

/** One posting among the versions of a series. */
export interface SeriesVersion {
  readonly version: number;
  readonly messageId: string | null;
  /** As of the series itself: cover and patches first, then the replies to this very posting by date. */
  readonly letters: readonly Letter[];
}

export interface RefusedTrailer {
  /** As written. */
  readonly text: string;
  readonly at: Place;
}

/** One reply to a posting: what it speaks of, and the trailers in it. */
export interface Answer {
  readonly letter: Letter;
  /** The id of the cover letter or patch it speaks of; null when that is not at hand or has no id. */
  readonly about: string | null;
  readonly given: readonly Trailer[];
  /** Trailers in the name of somebody else. They do not count. */
  readonly refused: readonly RefusedTrailer[];
}

/** One posting of one series: its patches, what was said about it, and what is missing. */
export interface Series {
  /** Without prefixes: neither `Re:` nor `[PATCH v2 2/2]`. */
  readonly subject: string;
  readonly version: number;
  readonly total: number;
  readonly rfc: boolean;
  readonly resend: boolean;
  /** Asks for review of new work: no copy for a stable kernel, no pull request, no robot's notice. */
  readonly submission: boolean;
  readonly purpose: Purpose;
  readonly author: Address | null;
  /** ISO 8601 with the sender's offset, or null. */
  readonly date: string | null;
  readonly baseCommit: string | null;
  /** b4's change-id, which links versions whose subjects differ. */
  readonly changeId: string | null;
  /** What it says that it stands on: depends-on, based-on and prerequisite lines, as written. */
  readonly prerequisites: readonly Prerequisite[];
  /** Ids of the mails whose series it takes the place of, where it says so. */
  readonly supersedes: readonly string[];
  readonly coverLetter: boolean;
  readonly complete: boolean;
  readonly missing: readonly number[];
  readonly patches: readonly Patch[];
  readonly trailers: readonly Trailer[];
  readonly versions: readonly SeriesVersion[];
  readonly replies: number;
  /** The replies one by one, by date; a series told from its replies has no others. */
  readonly answers: readonly Answer[];
  /** Every letter that speaks of this series: cover and patches first, then replies by date. */
  readonly letters: readonly Letter[];
  readonly problems: readonly Problem[];
}
