/** Milliseconds since 1970; the only clock of the service, so that a test can hold it. */
export type Clock = () => number;
