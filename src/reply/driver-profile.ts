/** One property of a host driver, as the sources have it. */
export interface ProfileProperty {
  readonly name: string;
  readonly value: string;
  /** File and line, or why there are none. */
  readonly source: string;
  /** Whether the sources tell it; else it is taken over from config/hcd. */
  readonly isRead: boolean;
  /** What config/hcd expects, where that is something else. */
  readonly expected: string | null;
}

/** A place where a driver gives back, and what becomes of its lock there. */
export interface GivebackPlace {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly lockStyle: 'dropped' | 'held' | 'released';
  readonly lock: string | null;
}

/** A host driver as a kernel tree has it: what `giveback model --driver` shows, and its JSON. */
export interface DriverProfile {
  readonly driver: string;
  readonly kernel: string;
  readonly era: string | null;
  readonly properties: readonly ProfileProperty[];
  /** Calls from the interrupt to the giveback, the one that takes the lock named. */
  readonly path: readonly string[];
  readonly lockTakenIn: string;
  readonly givebacks: readonly GivebackPlace[];
  /** Functions whose text the parser could not read. */
  readonly unread: readonly string[];
}

/** A `struct hc_driver`; `hcdBh` is null when it leaves its flags to be set elsewhere. */
export interface DriverStructure {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly hcdBh: boolean | null;
  readonly driver: string | null;
}

/** All host drivers of a kernel tree: what `giveback model --driver all` shows, and its JSON. */
export interface DriverTable {
  readonly kernel: string;
  readonly era: string | null;
  readonly drivers: readonly DriverProfile[];
  readonly absent: readonly string[];
  readonly structures: readonly DriverStructure[];
  /** Givebacks around which a lock is dropped. */
  readonly drops: { readonly host: number; readonly gadget: number };
  readonly unread: readonly string[];
}
