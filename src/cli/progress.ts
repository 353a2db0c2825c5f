/** Told after each claim: how many of how many are replayed. */
export type OnProgress = (done: number, total: number, what: string) => void;

/** A line that redraws itself on stderr while claims are replayed; silent where stderr is not a terminal. */
export function terminalProgress(): OnProgress {
  if (process.stderr.isTTY !== true) return () => {};
  return (done, total, what) => {
    const line = done < total ? `replaying ${done + 1}/${total}  ${what}` : '';
    process.stderr.write(`\r\u001b[2K${line}`);
  };
}
