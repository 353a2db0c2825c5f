import { log } from './log.ts';

/** Something that is done again and again until it is closed; it never runs beside itself. */
export interface Loop {
  close(): Promise<void>;
}

/** Does the work now, and then after each pause. What fails is told and tried at the next turn. */
export function every(seconds: number, work: () => Promise<unknown>): Loop {
  let isClosed = false;
  let wake = () => {};
  const run = async () => {
    while (!isClosed) {
      await work().catch((error: unknown) => log('loop failed', { because: String(error) }));
      if (isClosed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, seconds * 1_000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const done = run();
  return {
    close() {
      isClosed = true;
      wake();
      return done;
    },
  };
}
