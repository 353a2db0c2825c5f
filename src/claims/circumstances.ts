import { saysBehindHub } from './behind-hub.ts';
import type { Conditions, ErrorKind, WorkloadName } from './claim.ts';
import type { Draft } from './draft.ts';
import { findMeasures } from './figures.ts';
import type { Heading } from './heading.ts';
import { toolsIn } from './measuring-tools.ts';
import type { Line } from './passage.ts';
import { saidSpeed, testedSpeed } from './usb-speed.ts';
import type { View } from './view.ts';
import { isNetwork, networkSide, workloadIn } from './workload.ts';

/** What the mail says of how one figure came about. */
export interface Circumstances {
  readonly workload: WorkloadName;
  readonly device: string | null;
  readonly machine: string | null;
  readonly runs: number | null;
  /** What the author says that his ± is; null when he does not. */
  readonly errorKind: ErrorKind | null;
  readonly conditions: Conditions;
}

const MACHINE_LABEL =
  /^\s*(?:[-*]\s*)?(?:CPU|Machine|Host|Board|SoC|Platform|Test machine|Test platform|Hardware|Processor)\s*:\s*(?<name>\S.{1,90})$/i;
const MACHINE_SENTENCE =
  /^\s*(?<name>[^.:]{0,60}\b(?:based system|based platform|based board)\b[^.:]{0,60}?)(?:[.:]|$)/;
const DEVICE_WORDS =
  /adapter|dongle|drive|disk|ssd|stick|flash|webcam|camera|card|passport|keyboard|mouse|modem|brio|enclosure|\busb\b[^\n]{0,40} \d{1,5} ?gb\b/i;
const RUNS = /\b(?<count>\d{1,4}|three|five|ten|two|four)\s+(?:runs|iterations|loops|samples|rounds)\b/i;
/** "times" alone counts anything ("wakes the thread 3 times", "5 times faster"): a verb of measuring stands before it. */
const RUN_TIMES =
  /\b(?:run|runs|ran|repeat|repeated|execute|executed|measured|tested)\b[^.\n]{0,60}?\b(?<count>\d{1,4}|three|five|ten|two|four) times\b/i;
const ALL_RUNS =
  /\b(?:each|every|all) (?:\w+ ){0,2}(?:figures?|numbers?|values?|results?|tests?|rows?)\b[^.]{0,60}\b(?:times|runs|iterations|loops|samples|rounds)\b/i;
const WIRE =
  /\b(?:2\.5 ?|5 ?|10 ?|1 ?)?(?:gigabit|gbe|gbase-?t)(?: ethernet)?(?: (?:link|adapter|network|cable|switch|port|nic))?\b|\bfast ethernet\b|\b100base-?tx?\b/i;
/** A figure and the sentence that introduces it. */
const LEADING_LINES = 6;
const NUMBER_WORDS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, ten: 10 };

/** What one passage says of all its figures, read once. */
interface Setting {
  /** Lines of prose, as many as describe a test. */
  readonly text: readonly Line[];
  readonly isNumbered: boolean;
  readonly machines: readonly { readonly line: number; readonly name: string }[];
  readonly whole: Told;
  readonly testedSpeed: Conditions['speed'];
  readonly isBehindHub: boolean;
}

/** What one stretch of text tells. */
interface Told {
  readonly workload: WorkloadName | undefined;
  readonly tools: readonly string[];
  readonly runs: number | null;
  readonly runsOfAll: number | null;
  readonly errorKind: ErrorKind | null;
  readonly frameBytes: number | null;
  readonly wire: string | null;
}

/** More prose than this describes no test. */
const TEXT_LINES_MAX = 400;

/**
 * A reader of circumstances for the claims of one series; what it has read of a passage it keeps. It reads what stands
 * near the figure, then the section of the same title that describes the test, then the mail.
 */
export function circumstancesReader(): (draft: Draft) => Circumstances {
  const settings = new Map<View, Setting>();
  return (draft) => {
    const setting = settings.get(draft.passage) ?? settingOf(draft.passage);
    settings.set(draft.passage, setting);
    return circumstancesOf(draft, setting);
  };
}

function settingOf(view: View): Setting {
  const text = view.lines.filter((line) => line.kind === 'text').slice(0, TEXT_LINES_MAX);
  const machines = view.lines.flatMap((line) => {
    const name = machineOn(line);
    return name === undefined ? [] : [{ line: line.number, name }];
  });
  const isNumbered = text.some((line) => numberedAbove(view, line).length > 0);
  const prose = text.map((line) => line.text).join('\n');
  return {
    ...{ text, isNumbered, machines, whole: toldBy(prose) },
    testedSpeed: testedSpeed(prose),
    isBehindHub: saysBehindHub(prose),
  };
}

function toldBy(text: string): Told {
  return {
    workload: workloadIn(text.slice(0, 4000)),
    tools: toolsIn(text),
    runs: runsIn(text),
    runsOfAll: runsOfAll(text.replaceAll('\n', ' ')),
    errorKind: errorKindIn(text.replaceAll('\n', ' ')),
    frameBytes: frameBytesIn(text),
    wire: wireIn(text),
  };
}

function circumstancesOf(draft: Draft, setting: Setting): Circumstances {
  const labels = draft.sides.map((side) => side.label);
  const words = [draft.quantity, draft.caption, ...draft.titles, ...labels].join('\n');
  const near = toldBy(words);
  const section = setting.isNumbered ? toldBy(describingText(draft, setting)) : setting.whole;
  const workload = workloadOf(draft, [near, section, setting.whole]);
  return {
    workload,
    device: deviceOf(draft) ?? (isNetwork(workload) ? (near.wire ?? section.wire) : null),
    machine: machineAbove(draft, setting),
    runs: near.runs ?? section.runs ?? setting.whole.runsOfAll,
    errorKind: near.errorKind ?? section.errorKind ?? setting.whole.errorKind,
    conditions: {
      tools: [...new Set([...draft.tools, ...near.tools, ...section.tools])],
      frameBytes: near.frameBytes ?? section.frameBytes,
      bufferBytes: null,
      ...saidSpeed(words, linesAround(draft).join('\n'), setting.testedSpeed),
      ...(setting.isBehindHub && isOfCamera(workload) ? { isBehindHub: true } : {}),
    },
  };
}

/** A camera's completion handler copies, so that its figures may be read as those of memcpy(). */
function isOfCamera(workload: WorkloadName): boolean {
  return workload === 'video-capture' || workload === 'memcpy';
}

function workloadOf(draft: Draft, told: readonly Told[]): WorkloadName {
  if (draft.metric === 'cpu-share') return 'cpu-profile';
  return networkSide(draft.quantity) ?? told.find((one) => one.workload)?.workload ?? 'other';
}

/** The figure's own line and what leads to it: there "USB 3.0" names the device, elsewhere it may name a plan. */
function linesAround({ line, passage }: Draft): readonly string[] {
  const at = line.number - (passage.lines[0]?.number ?? 0);
  const around = passage.lines.slice(Math.max(0, at - LEADING_LINES + 1), at + 1);
  return around.filter(({ kind }) => kind === 'text').map(({ text }) => text);
}

/**
 * Lines under another heading with the text of this draft's own: "Test description" says what "Test results" shows.
 * A mail without numbered headings tells of one test, so all of it describes the figure.
 */
function describingText(draft: Draft, { text }: Setting): string {
  const own = new Set(draft.titles.map((title) => title.toLowerCase()));
  return text
    .filter((line) =>
      numberedAbove(draft.passage, line).some((heading) => own.has(heading.text.toLowerCase())),
    )
    .map((line) => line.text)
    .join('\n');
}

function numberedAbove(view: View, line: Line): readonly Heading[] {
  return view.above.get(line.number)?.filter(({ style }) => style.startsWith('number')) ?? [];
}

/** The caption of a table that stands between its title and its rule names the device, or a title does. */
function deviceOf(draft: Draft): string | null {
  const names = [...draft.titles, draft.caption].filter((text) => text.length <= 80);
  return names.findLast((text) => DEVICE_WORDS.test(text) && !/\btest\b/i.test(text)) ?? null;
}

/** "over a gigabit link": without a title the sentence that names the wire names the device. */
function wireIn(text: string): string | null {
  return WIRE.exec(text)?.[0] ?? null;
}

/** The nearest line above that names a machine; the result may stand before its description, so one below counts too. */
function machineAbove(draft: Draft, { machines }: Setting): string | null {
  const above = machines.findLast(({ line }) => line < draft.line.number);
  return (above ?? machines[0])?.name ?? null;
}

function machineOn(line: Line): string | undefined {
  if (line.kind !== 'text') return undefined;
  const groups = MACHINE_LABEL.exec(line.text)?.groups ?? MACHINE_SENTENCE.exec(line.text)?.groups;
  return groups?.['name']?.trim();
}

function runsIn(text: string): number | null {
  const found = RUNS.exec(text) ?? RUN_TIMES.exec(text);
  const count = found?.groups?.['count']?.toLowerCase();
  if (count === undefined) return null;
  const runs = NUMBER_WORDS[count] ?? Number(count);
  return runs >= 2 ? runs : null;
}

/** "each figure is the average of 12 runs" speaks of every figure, wherever it stands. */
function runsOfAll(text: string): number | null {
  const sentence = ALL_RUNS.exec(text)?.[0];
  return sentence === undefined ? null : runsIn(sentence);
}

/** "mean ± stddev of 10 runs", "the +- is the standard error": what the plus-minus of a mail means. */
function errorKindIn(text: string): ErrorKind | null {
  const found = ERROR_KIND.exec(text);
  const word = found?.groups?.['after'] ?? found?.groups?.['before'];
  if (word === undefined) return null;
  if (/err|sem/i.test(word)) return 'se';
  return /95|conf/i.test(word) ? 'ci95' : 'sd';
}

const ERROR_WORDS =
  'standard deviations?|std\\.? ?dev\\w*|stddevs?|stdevs?|std|s\\.d\\.|sds?|standard errors?|sem|95 ?% (?:ci|confidence)|confidence intervals?';
const ERROR_KIND = new RegExp(
  `(?:\\+\\/?-|\\u00b1)(?: values?| figures?| numbers?)?,? ?(?:is|are|gives?|means?|shows?|=)? ?(?:the |one |a |1 )?(?<after>${ERROR_WORDS})\\b|\\b(?<before>${ERROR_WORDS})\\b (?:is |are )?(?:given |shown |quoted )?(?:as|behind|after) (?:the )?(?:\\+\\/?-|\\u00b1)`,
  'iu',
);

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
