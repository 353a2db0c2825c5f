interface Event {
  readonly name?: unknown;
  readonly ph?: unknown;
  readonly ts?: unknown;
  readonly dur?: unknown;
  readonly pid?: unknown;
  readonly tid?: unknown;
  readonly s?: unknown;
  readonly args?: { readonly name?: unknown };
}

const METADATA = ['process_name', 'process_labels', 'process_sort_index', 'thread_name', 'thread_sort_index'];
const UNITS = ['ms', 'ns'];
const SCOPES = ['g', 'p', 't'];

/**
 * What is wrong with a file in the Chrome trace format, JSON object form; nothing, when viewers can not stumble over it.
 * Stricter than they are: in the order of time, every slice ended, by its name, and every track and process named.
 * Source: "Trace Event Format", the sections on duration, complete, instant and metadata events.
 */
export function chromeTraceFaults(text: string): readonly string[] {
  const { traceEvents, displayTimeUnit } = JSON.parse(text);
  const faults: string[] = [];
  if (displayTimeUnit !== undefined && !UNITS.includes(displayTimeUnit)) faults.push('displayTimeUnit');
  if (!Array.isArray(traceEvents)) return [...faults, 'traceEvents is no list'];
  const events: readonly Event[] = traceEvents;
  events.forEach((event, index) => {
    faults.push(...faultsOf(event).map((fault) => `${index}: ${fault}`));
  });
  return [...faults, ...disorder(events), ...unbalanced(events), ...unnamed(events)];
}

function faultsOf({ name, ph, ts, dur, pid, tid, s, args }: Event): readonly string[] {
  const faults: string[] = [];
  if (typeof name !== 'string' || name === '') faults.push('no name');
  if (!isTime(ts)) faults.push('ts is no time');
  if (!isNumber(pid) || !isNumber(tid)) faults.push('pid or tid is no number');
  if (ph === 'X' ? !isTime(dur) : dur !== undefined) faults.push('dur is for X, and X needs it');
  if (s !== undefined && (ph !== 'i' || !SCOPES.includes(String(s)))) faults.push('s is a scope of i');
  if (ph === 'M' && !METADATA.includes(String(name))) faults.push('unknown metadata');
  if (ph === 'M' && typeof args?.name !== 'string') faults.push('metadata without args.name');
  if (!['B', 'E', 'X', 'i', 'M'].includes(String(ph))) faults.push(`unknown ph ${ph}`);
  return faults;
}

const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isNumber = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

const trackOf = ({ pid, tid }: Event): string => `${pid}/${tid}`;

function disorder(events: readonly Event[]): readonly string[] {
  return events.flatMap(({ ts }, index) =>
    Number(ts) < Number(events[index - 1]?.ts) ? [`${index}: before the one before it`] : [],
  );
}

/** Slices of one track are inside one another. */
function unbalanced(events: readonly Event[]): readonly string[] {
  const open = new Map<string, unknown[]>();
  const faults: string[] = [];
  events.forEach((event, index) => {
    const names = open.get(trackOf(event)) ?? [];
    open.set(trackOf(event), names);
    if (event.ph === 'B') names.push(event.name);
    if (event.ph === 'E' && names.pop() !== event.name) faults.push(`${index}: ends what is not open`);
  });
  return [
    ...faults,
    ...[...open].flatMap(([track, names]) => names.map((name) => `${track}: ${name} never ends`)),
  ];
}

function unnamed(events: readonly Event[]): readonly string[] {
  const named = (kind: string) => events.filter(({ ph, name }) => ph === 'M' && name === kind);
  const tracks = named('thread_name').map(trackOf);
  const processes = named('process_name').map(({ pid }) => pid);
  const twice = tracks
    .filter((track, index) => tracks.indexOf(track) < index)
    .map((track) => `${track}: named twice`);
  const used = events.filter(({ ph }) => ph !== 'M');
  const noTrack = new Set(used.map(trackOf).filter((track) => !tracks.includes(track)));
  const noProcess = new Set(used.map(({ pid }) => pid).filter((pid) => !processes.includes(pid)));
  return [
    ...twice,
    ...[...noTrack].map((track) => `${track}: no thread_name`),
    ...[...noProcess].map((pid) => `${pid}: no process_name`),
  ];
}
