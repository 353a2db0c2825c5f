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
    if (event.name === 'process_name') names.set(`${event.pid}`, event.args?.name ?? '');
    if (event.name === 'thread_name') names.set(track, event.args?.name ?? '');
    if (event.ph === 'E' || event.ph === 'M') continue;
    const where = [names.get(`${event.pid}`), names.get(track)].filter((name) => name !== undefined);
    lines.push(`${Math.round(1000 * event.ts)} ${where.join(' ')} ${'  '.repeat(depth)}${event.name}`);
  }
  return lines;
}
