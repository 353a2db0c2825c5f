/** Where something was found: the mail, and the 1-based line in its decoded text. Both may be unknown. */
export interface Place {
  readonly messageId: string | null;
  readonly line: number | null;
}

/** A place inside an input that has no mail and no line of its own. */
export const NOWHERE: Place = { messageId: null, line: null };

/**
 * What a reader can complain about. A problem is data, never an exception: what was read stands beside it.
 * Codes that begin with `input-` say that the whole input can not be read.
 */
export type Problem =
  | { readonly code: 'input-empty'; readonly at: Place }
  | { readonly code: 'input-missing'; readonly why: string; readonly at: Place }
  | { readonly code: 'input-not-mail'; readonly why: string; readonly at: Place }
  | {
      readonly code: 'input-too-large';
      readonly bytes: number;
      readonly limitBytes: number;
      readonly at: Place;
    }
  | { readonly code: 'input-truncated'; readonly why: string; readonly at: Place }
  | {
      readonly code: 'line-too-long';
      readonly characters: number;
      readonly limitCharacters: number;
      readonly at: Place;
    }
  | {
      readonly code: 'letter-too-large';
      readonly bytes: number;
      readonly limitBytes: number;
      readonly at: Place;
    }
  | { readonly code: 'letter-unreadable'; readonly why: string; readonly at: Place }
  | { readonly code: 'line-breaks-lost'; readonly at: Place }
  | { readonly code: 'headers-cut-off'; readonly at: Place }
  | { readonly code: 'header-repeated'; readonly header: string; readonly at: Place }
  | { readonly code: 'message-id-unreadable'; readonly text: string; readonly at: Place }
  | { readonly code: 'mime-ambiguous'; readonly why: string; readonly at: Place }
  | { readonly code: 'plain-text-missing'; readonly at: Place }
  | { readonly code: 'date-unreadable'; readonly text: string; readonly at: Place }
  | { readonly code: 'charset-unknown'; readonly charset: string; readonly at: Place }
  | { readonly code: 'address-masked'; readonly text: string; readonly at: Place }
  | { readonly code: 'diff-damaged'; readonly path: string; readonly why: string; readonly at: Place }
  | { readonly code: 'diff-mended'; readonly path: string; readonly how: string; readonly at: Place }
  | { readonly code: 'diff-missing'; readonly at: Place }
  | { readonly code: 'diff-reordered'; readonly path: string; readonly at: Place }
  | { readonly code: 'patch-extra'; readonly index: number; readonly total: number; readonly at: Place }
  | { readonly code: 'patch-missing'; readonly index: number; readonly total: number; readonly at: Place }
  | { readonly code: 'number-lost'; readonly index: number; readonly total: number; readonly at: Place }
  | { readonly code: 'total-disagrees'; readonly stated: number; readonly found: number; readonly at: Place }
  | { readonly code: 'reroll-partial'; readonly version: number; readonly kept: number; readonly at: Place }
  | { readonly code: 'trailer-unverified'; readonly text: string; readonly at: Place }
  | { readonly code: 'quantity-unreadable'; readonly text: string; readonly at: Place }
  | { readonly code: 'unit-unknown'; readonly unit: string; readonly at: Place }
  | {
      readonly code: 'too-many';
      readonly what: string;
      readonly count: number;
      readonly limit: number;
      readonly at: Place;
    };

/** What a reader gives back: always a value, beside everything that was wrong with the text. */
export interface Read<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}
