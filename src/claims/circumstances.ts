import type { Conditions, WorkloadName } from './claim.ts';
import type { Draft } from './draft.ts';
import { findMeasures } from './figures.ts';
import type { Line } from './passage.ts';

/** What the mail says of how one figure came about. */
export interface Circumstances {
  readonly workload: WorkloadName;
  readonly device: string | null;
  readonly machine: string | null;
  readonly runs: number | null;
  readonly conditions: Conditions;
}

/** Measuring programs as they are called, where the name alone is no English word. */
const TOOLS = [
  'dd',
  'fio',
  'iperf3',
  'iperf',
  'iperf2',
  'netperf',
  'pktgen',
  'vnstat',
  'hdparm',
  'bonnie++',
  'iozone',
  'ping',
  'perf',
  'ftrace',
  'cyclictest',
  'hyperfine',
  'sysbench',
  'mpstat',
  'top',
  'htop',
  'sar',
  'ethtool',
  'nuttcp',
  'ttcp',
  'wrk',
  'scp',
  'wget',
  'f_testusb',
  'testusb',
  'usbmon',
  'speedtest',
  'ioping',
  'sockperf',
  'adb',
  'dbench',
  'blktrace',
  'crystaldiskmark',
  'time',
];
/** Names that are also words: only a command line or a "run ..." shows that the program is meant. */
const AMBIGUOUS_TOOLS = new Set(['time', 'top', 'dd', 'ping', 'perf', 'sar', 'adb']);

const MACHINE_LABEL =
  /^\s*(?:[-*]\s*)?(?:CPU|Machine|Host|Board|SoC|Platform|Test machine|Test platform|Hardware|Processor)\s*:\s*(?<name>\S.{1,90})$/i;
const MACHINE_SENTENCE =
  /^\s*(?<name>[^.:]{0,60}\b(?:based system|based platform|based board)\b[^.:]{0,60}?)(?:[.:]|$)/;
const DEVICE_WORDS =
  /adapter|dongle|drive|disk|ssd|stick|flash|webcam|camera|card|passport|keyboard|mouse|modem|brio|enclosure|\busb\b[^\n]{0,40} \d{1,5} ?gb\b/i;
const RUNS =
  /\b(?<count>\d{1,4}|three|five|ten|two|four)\s+(?:times|runs|iterations|loops|samples|rounds)\b/i;
const ALL_RUNS =
  /\b(?:each|every|all) (?:\w+ ){0,2}(?:figures?|numbers?|values?|results?|tests?|rows?)\b[^.]{0,60}\b(?:times|runs|iterations|loops|samples|rounds)\b/i;
const WIRE =
  /\b(?:2\.5 ?|5 ?|10 ?|1 ?)?(?:gigabit|gbe|gbase-?t)(?: ethernet)?(?: (?:link|adapter|network|cable|switch|port|nic))?\b|\bfast ethernet\b|\b100base-?tx?\b/i;
/** A figure and the sentence that introduces it. */
const LEADING_LINES = 6;
const NUMBER_WORDS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, ten: 10 };

/** Reads what stands near the figure: its section, the section of the same title that describes the test, the mail. */
export function circumstancesOf(draft: Draft): Circumstances {
  const description = describingLines(draft);
  const near = [
    draft.quantity,
    draft.caption,
    ...draft.titles,
    ...draft.sides.map((side) => side.label),
  ].join('\n');
  const section = [near, ...description.map((line) => line.text)].join('\n');
  const whole = draft.passage.lines.filter((line) => line.kind === 'text').map((line) => line.text);
  const workload = workloadOf(draft, near, section, whole);
  return {
    workload,
    device: deviceOf(draft) ?? (isNetwork(workload) ? wireIn(section) : null),
    machine: machineAbove(draft),
    runs: runsIn(section) ?? runsOfAll(whole.join(' ')),
    conditions: {
      tools: [...new Set([...draft.tools, ...toolsIn(section)])],
      frameBytes: frameBytesIn(section),
      bufferBytes: null,
      speed: speedIn([near, ...linesAround(draft)].join('\n')) ?? testedSpeed(whole.join('\n')),
    },
  };
}

/** The figure's own line and what leads to it: there "USB 3.0" names the device, elsewhere it may name a plan. */
function linesAround({ line, passage }: Draft): readonly string[] {
  const around = passage.lines.filter(
    ({ number }) => number <= line.number && number > line.number - LEADING_LINES,
  );
  return around.filter(({ kind }) => kind === 'text').map(({ text }) => text);
}

/**
 * Lines under another heading with the text of this draft's own: "Test description" says what "Test results" shows.
 * A mail without numbered headings tells of one test, so all of it describes the figure.
 */
function describingLines(draft: Draft): readonly Line[] {
  const { lines, above } = draft.passage;
  const text = lines.filter((line) => line.kind === 'text');
  const headings = (line: Line) => above.get(line.number)?.filter(isNumbered) ?? [];
  if (!text.some((line) => headings(line).length > 0)) return text;
  const own = new Set(draft.titles.map((title) => title.toLowerCase()));
  return text.filter((line) => headings(line).some((heading) => own.has(heading.text.toLowerCase())));
}

function isNumbered({ style }: { readonly style: string }): boolean {
  return style.startsWith('number');
}

function workloadOf(draft: Draft, near: string, section: string, whole: readonly string[]): WorkloadName {
  if (draft.metric === 'cpu-share') return 'cpu-profile';
  return (
    networkSide(draft.quantity) ??
    workloadIn(near) ??
    workloadIn(section) ??
    workloadIn(whole.join('\n').slice(0, 4000)) ??
    'other'
  );
}

function networkSide(quantity: string): WorkloadName | undefined {
  if (/\b(?:rx|receive|download|dl|downlink)\b/i.test(quantity)) return 'net-rx';
  return /\b(?:tx|transmit|send|upload|ul|uplink)\b/i.test(quantity) ? 'net-tx' : undefined;
}

function workloadIn(text: string): WorkloadName | undefined {
  if (/memcpy/i.test(text)) return 'memcpy';
  if (/\bfps\b|webcam|camera|video|uvc|frame rate|streaming/i.test(text)) return 'video-capture';
  if (
    /mass storage|\bdisk|hard drive|flash|\bssd\b|\bdd\b|\bfio\b|hdparm|\bmmc\b|uas\b|usb-storage/i.test(text)
  ) {
    return /\bwrit(?:e|es|ing)\b|of=\/dev\/(?!null)/i.test(text) && !/\bread/i.test(text)
      ? 'storage-write'
      : 'storage-read';
  }
  if (/ethernet|network|iperf|netperf|pktgen|\btcp\b|\budp\b|wifi|wlan|\bnic\b/i.test(text)) {
    return /\btx\b|transmit|upload|\bsend/i.test(text) && !/\brx\b|receiv|download/i.test(text)
      ? 'net-tx'
      : 'net-rx';
  }
  if (/audio|\bpcm\b|xrun|sound/i.test(text)) return 'audio';
  return /\bhid\b|mouse|keyboard/i.test(text) ? 'hid' : undefined;
}

/** The caption of a table that stands between its title and its rule names the device, or a title does. */
function deviceOf(draft: Draft): string | null {
  const names = [...draft.titles, draft.caption].filter((text) => text.length <= 80);
  return names.findLast((text) => DEVICE_WORDS.test(text) && !/\btest\b/i.test(text)) ?? null;
}

function isNetwork(workload: WorkloadName): boolean {
  return workload === 'net-rx' || workload === 'net-tx';
}

/** "over a gigabit link": without a title the sentence that names the wire names the device. */
function wireIn(text: string): string | null {
  return WIRE.exec(text)?.[0] ?? null;
}

/** The nearest line above that names a machine; the result may stand before its description, so a label below counts too. */
function machineAbove(draft: Draft): string | null {
  const { lines } = draft.passage;
  const at = lines.findIndex((line) => line.number === draft.line.number);
  const above = lines.slice(0, at).findLast((line) => machineOn(line) !== undefined);
  const found = above ?? lines.find((line) => machineOn(line) !== undefined);
  return found ? (machineOn(found) ?? null) : null;
}

function machineOn(line: Line): string | undefined {
  if (line.kind !== 'text') return undefined;
  const groups = MACHINE_LABEL.exec(line.text)?.groups ?? MACHINE_SENTENCE.exec(line.text)?.groups;
  return groups?.['name']?.trim();
}

function runsIn(text: string): number | null {
  const count = RUNS.exec(text)?.groups?.['count']?.toLowerCase();
  if (count === undefined) return null;
  const runs = NUMBER_WORDS[count] ?? Number(count);
  return runs >= 2 ? runs : null;
}

/** "each figure is the average of 12 runs" speaks of every figure, wherever it stands. */
function runsOfAll(text: string): number | null {
  const sentence = ALL_RUNS.exec(text)?.[0];
  return sentence === undefined ? null : runsIn(sentence);
}

function toolsIn(text: string): readonly string[] {
  return TOOLS.filter((tool) => {
    const escaped = tool.replaceAll('+', '\\+');
    if (!AMBIGUOUS_TOOLS.has(tool)) return new RegExp(`(?:^|[^\\w/-])${escaped}(?![\\w-])`, 'im').test(text);
    return new RegExp(
      `^\\s*(?:[$#] )?(?:sudo )?${escaped}\\s+[-\\w]+[=/. ]|\\b(?:run|using|with) ${escaped}\\b`,
      'm',
    ).test(text);
  });
}

/** pktgen's packet size is a frame without its check sequence: "send 1500 bytes packets". */
function frameBytesIn(text: string): number | null {
  if (!/pktgen|packets?|frames?/i.test(text)) return null;
  const line = text
    .split('\n')
    .find((one) => /packet|pkt_size/i.test(one) && findMeasures(one).some(isFrameSize));
  return line === undefined ? null : (findMeasures(line).find(isFrameSize)?.value ?? null);
}

function isFrameSize(figure: { readonly baseUnit: string; readonly value: number }): boolean {
  return figure.baseUnit === 'B' && figure.value >= 60 && figure.value <= 9216;
}

function speedIn(text: string): Conditions['speed'] {
  if (/\bSS devices?\b|super ?-?speed|\bUSB ?-?3(?:\.\d)?\b|\bUSB3\b|5 ?Gbps/i.test(text)) return 'super';
  if (/\bHS devices?\b|high ?-?speed|\bUSB ?-?2(?:\.0)?\b|480 ?Mb/i.test(text)) return 'high';
  return /full ?-?speed|\bUSB ?1\.1\b/i.test(text) ? 'full' : null;
}

/** Elsewhere in the mail only "tested four SS devices" speaks of the devices; "USB 3.0" may speak of plans. */
function testedSpeed(text: string): Conditions['speed'] {
  if (/\bSS devices?\b|\bsuper ?-?speed devices?\b/i.test(text)) return 'super';
  return /\bHS devices?\b|\bhigh ?-?speed devices?\b/i.test(text) ? 'high' : null;
}
