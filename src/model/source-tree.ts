/** A kernel tree as the model reads it: names and texts, wherever they are kept. Paths are relative, "drivers/usb/…". */
export interface SourceTree {
  /** The text of a file; null when there is none. */
  readonly read: (path: string) => string | null;
  /** The paths that begin with a prefix, in order; a prefix need not end at a slash. */
  readonly list: (prefix: string) => readonly string[];
}
