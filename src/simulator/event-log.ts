import type { TraceEvent } from './timeline.ts';

/**
 * A timeline as text, one line for each function entered and each stretch without interrupts: nanoseconds, core,
 * context, and the name, indented by how deep its caller is. For reading a run, and for comparing two.
 */
export function eventLog(events: readonly TraceEvent[]): readonly string[] {
  const names = new Map<string, string>();
  const depths = new Map<string, number>();
  const lines: string[] = [];
  for (const event of events) {
    const track = `${event.pid} ${event.tid}`;
    const depth = depths.get(track) ?? 0;
    if (event.ph === 'B') depths.set(track, depth + 1);
    if (event.ph === 'E') depths.set(track, depth - 1);
    if (event.name === 'thread_name') names.set(track, event.args?.name ?? '');
    if (event.ph === 'B' || event.ph === 'i') lines.push(lineOf(event, names.get(track) ?? '', depth));
  }
  return lines;
}

function lineOf({ ts, pid, name }: TraceEvent, context: string, depth: number): string {
  return `${Math.round(1000 * ts)} cpu${pid} ${context} ${'  '.repeat(depth)}${name}`;
}
