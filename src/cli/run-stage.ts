import {
  auditedClaim,
  reportFindings,
  reportModel,
  reportProblems,
  reportSeries,
} from '../compose-report.ts';
import { composeTree } from '../compose-tree.ts';
import type { Thread } from '../evaluation.ts';
import { understand } from '../pipeline.ts';
import { composeClaimsText } from '../reply/compose-claims-text.ts';
import { composeModelText } from '../reply/compose-model-text.ts';
import { composeSeriesText } from '../reply/compose-series-text.ts';
import { collectSeries, currentSeries } from '../series/collect-series.ts';
import { readSettings, type Settings } from '../settings.ts';
import { ExitCode } from './exit-code.ts';
import { complain, terminalLook, toJson, writeResult } from './output.ts';
import { readThread } from './read-thread.ts';
import { unreadable } from './refusal.ts';
import { sourced } from './sourced.ts';

export interface StageOptions {
  readonly tree?: string;
  readonly json?: boolean;
  readonly out?: string;
}

export type StageName = 'series' | 'claims' | 'model';

/** What one stage made of the input. `isEmpty` says why there is nothing to show, or null. */
interface Shown {
  readonly facts: object;
  readonly text: string;
  readonly whyEmpty: string | null;
}

/** `giveback series | claims | model`: one stage's product, for people or as JSON. */
export async function runStage(name: StageName, path: string, options: StageOptions): Promise<ExitCode> {
  const settings = readSettings();
  const thread = await sourced(await readThread(path, settings), options, settings);
  const refused = unreadable(thread);
  if (refused !== null) {
    complain(path, refused);
    return ExitCode.unreadable;
  }
  const shown = SHOW[name](thread, settings, terminalLook(options.out !== undefined));
  if (shown.whyEmpty !== null) complain(path, shown.whyEmpty);
  if (options.json === true) writeResult(toJson({ input: thread.input, ...shown.facts }), options.out);
  else if (shown.whyEmpty === null) writeResult(shown.text, options.out);
  return shown.whyEmpty === null ? ExitCode.evaluated : ExitCode.nothingToEvaluate;
}

type Look = ReturnType<typeof terminalLook>;

const SHOW = { series: showSeries, claims: showClaims, model: showModel } as const;

/** The series needs no more than the mails: it does not wait for what is made of it. */
function showSeries(thread: Thread, settings: Settings, look: Look): Shown {
  const all = collectSeries(thread.letters, settings.series);
  const current = currentSeries(all);
  const met = [...thread.problems, ...thread.letters.flatMap((letter) => letter.problems)];
  const facts = {
    series: reportSeries(current, thread.letters[0]?.subject ?? ''),
    problems: reportProblems([...met, ...(current?.problems ?? [])]),
    thread: composeTree(thread.letters.length, all),
  };
  const whyEmpty = current === null ? 'no patch and no series in it' : null;
  return { facts, text: composeSeriesText(facts.thread, reportProblems(met), look), whyEmpty };
}

function showClaims(thread: Thread, settings: Settings, look: Look): Shown {
  const understood = understand(thread, settings);
  const { audited } = understood;
  const claims = understood.claims.claims.map((claim) => auditedClaim(claim, audited));
  const findings = reportFindings(audited);
  const problems = reportProblems(understood.problems);
  const whyEmpty = claims.length === 0 ? 'no performance claim in it' : null;
  return { facts: { claims, findings, problems }, text: composeClaimsText(claims, findings, look), whyEmpty };
}

function showModel(thread: Thread, settings: Settings, look: Look): Shown {
  const understood = understand(thread, settings);
  const model = reportModel(understood.model);
  const problems = reportProblems(understood.problems);
  const whyEmpty = model === null ? 'no change to a modelled host controller or class driver in it' : null;
  const text = model === null ? '' : composeModelText(model, look);
  return { facts: { model, problems }, text, whyEmpty };
}
