/** Rows that do the work of a worker in this process log as one does; what is told here is one line for each row. */
export function quietLog(): void {
  const write = process.stderr.write.bind(process.stderr);
  const isLog = (text: unknown) => typeof text === 'string' && text.startsWith('{"at":');
  process.stderr.write = ((text: string, ...rest: []) => isLog(text) || write(text, ...rest)) as typeof write;
}
