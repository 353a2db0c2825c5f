import { saysBehindHub } from './behind-hub.ts';
import type { Conditions, ErrorKind, WorkloadName } from './claim.ts';
import type { Draft } from './draft.ts';
import { errorKindIn } from './error-kind.ts';
import type { Heading } from './heading.ts';
import { machineOn } from './machine-name.ts';
import { toolsIn } from './measuring-tools.ts';
import type { Line } from './passage.ts';
import { frameBytesIn, wireIn } from './said-link.ts';
import { runsIn, runsOfAll } from './said-runs.ts';
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

const DEVICE_WORDS =
  /adapter|dongle|drive|disk|ssd|stick|flash|webcam|camera|card|passport|keyboard|mouse|modem|brio|enclosure|\busb\b[^\n]{0,40} \d{1,5} ?gb\b/i;
/** A figure and the sentence that introduces it. */
const LEADING_LINES = 6;

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
  const own = [draft.caption, ...draft.titles, ...labels].join('\n');
  const words = `${draft.quantity}\n${own}`;
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
      ...saidSpeed(own, [draft.quantity, ...linesAround(draft)].join('\n'), setting.testedSpeed),
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

/** The nearest line above that names a machine; the result may stand before its description, so one below counts too. */
function machineAbove(draft: Draft, { machines }: Setting): string | null {
  const above = machines.findLast(({ line }) => line < draft.line.number);
  return (above ?? machines[0])?.name ?? null;
}
