import { eventLog } from '../simulator/event-log.ts';
import type { TraceEvent } from '../simulator/timeline.ts';
import { writeResult } from './output.ts';

/** Writes a timeline: for Perfetto and chrome://tracing to a file named .json, line by line as text to any other. */
export function writeTrace(events: readonly TraceEvent[], file: string): void {
  writeResult(file.endsWith('.json') ? chromeTrace(events) : textTrace(events), file);
}

/** One event a line, so that two traces can be compared; both sides in one order of time, which some readers rely on. */
function chromeTrace(events: readonly TraceEvent[]): string {
  const lines = events.toSorted((a, b) => a.ts - b.ts).map((event) => JSON.stringify(event));
  return `{"displayTimeUnit":"ns","traceEvents":[\n${lines.join(',\n')}\n]}\n`;
}

function textTrace(events: readonly TraceEvent[]): string {
  return `${eventLog(events).join('\n')}\n`;
}
