/**
 * Something outside failed: the disk, the network, a broken configuration. Neither a property of the mail (a Problem)
 * nor a bug of ours. `retry` tells a worker whether trying again can help.
 */
export class Fault extends Error {
  readonly retry: 'later' | 'never';

  constructor(message: string, retry: 'later' | 'never') {
    super(message);
    this.name = 'Fault';
    this.retry = retry;
  }
}

/** A copy of ours on the disk is not what was written: it stays so until a person takes it away. */
export class DamagedCopy extends Fault {
  constructor(message: string) {
    super(message, 'later');
  }
}
