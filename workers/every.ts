import { log } from './log.ts';

/** Something that is done again and again until it is closed; it never runs beside itself. */
export interface Loop {
  /** The pause is over now. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * Does the work now, and then after each pause. What fails is told and tried at the next turn; while it fails each pause
 * is twice the one before, up to the most.
 */
export function every(seconds: number, work: () => Promise<unknown>, secondsMax: number = seconds): Loop {
  let isClosed = false;
  let wake = () => {};
  let pauseSeconds = seconds;
  const failed = (error: unknown) => {
    pauseSeconds = Math.min(pauseSeconds * 2, Math.max(secondsMax, seconds));
    log('loop failed', { because: String(error), againInSeconds: pauseSeconds });
  };
  const run = async () => {
    while (!isClosed) {
      await work().then(() => {
        pauseSeconds = seconds;
      }, failed);
      if (isClosed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseSeconds * 1_000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const done = run();
  return {
    wake: () => wake(),
    close() {
      isClosed = true;
      wake();
      return done;
    },
  };
}
