import { type KindOfChange, readDiff } from '../../src/model/read-diff.ts';
import { PROFILES } from '../model/series-of.ts';
import { type KindLabel, readKindLabels } from './kind-labels.ts';
import { readThread } from './read-thread.ts';

/**
 * What the labels call a kind, in the patterns that are one. A label of two minds has the patterns of both: what is put
 * off to a poller, a tasklet or a work item is "queueing" to a person whether the interval or the context changes.
 */
const PATTERNS_OF: Readonly<Record<string, readonly string[]>> = {
  hcd_bh_flag: ['P01'],
  lock_drop: ['P02'],
  threaded_irq: ['P05'],
  irq_moderation: ['P18', 'P19', 'P24'],
  irq_affinity: ['P18'],
  dma_alloc: ['P11', 'P13'],
  zero_copy: ['P35'],
  urb_count: ['P14'],
  buffer_size: ['P15', 'P20'],
  batching: ['P22', 'P34'],
  queueing: ['P07', 'P08', 'P09', 'P10', 'P16', 'P29', 'P33'],
  polling_vs_irq: ['P29'],
  quirk_protocol: ['P21'],
  fifo_config: ['P31'],
  register_access: ['P32'],
  other: [],
};

type Found = Pick<KindOfChange, 'code' | 'what'>;

interface Count {
  modelable: number;
  agreed: number;
  others: number;
  wrong: number;
}

/** Scores the kinds of change the model finds against the labels of a folder, for threads with a diff, and prints each. */
export async function scoreKinds(folder: string): Promise<void> {
  const count: Count = { modelable: 0, agreed: 0, others: 0, wrong: 0 };
  for (const label of readKindLabels(folder)) {
    const found = await kindsIn(label);
    if (found === null) continue;
    const isRight = agrees(label.kind, found);
    const isWrong = found.length > 0 && !isRight;
    if (label.isModelable) count.modelable += 1;
    else count.others += 1;
    if (label.isModelable && isRight) count.agreed += 1;
    if (!label.isModelable && isWrong) count.wrong += 1;
    const mark = isRight ? 'ok    ' : isWrong ? 'WRONG ' : 'none  ';
    console.log(`${mark} ${label.isModelable ? 'modelable' : 'other    '} ${label.file}`);
    console.log(`         label ${label.kind}; found ${found.map(inWords).join(', ') || 'nothing by name'}`);
  }
  print(count);
}

/** The patterns a thread shows, each once; null for a thread without a diff. */
async function kindsIn({ path }: KindLabel): Promise<readonly Found[] | null> {
  const allSeries = await readThread(path);
  const withDiff = allSeries.filter(({ patches }) => patches.some(({ files }) => files.length > 0));
  if (withDiff.length === 0) return null;
  const kinds = withDiff.flatMap(({ patches }) => readDiff(patches, PROFILES).kinds);
  return [...new Map(kinds.map((kind) => [`${kind.code} ${kind.what}`, kind])).values()];
}

/** A label without a pattern of its own agrees with a diff in which nothing was recognised. */
function agrees(kind: string, found: readonly Found[]): boolean {
  const wanted = PATTERNS_OF[kind] ?? [];
  return wanted.length === 0 ? found.length === 0 : found.some(({ code }) => wanted.includes(code));
}

function inWords({ code, what }: Found): string {
  return `${code} ${what}`;
}

function print({ modelable, agreed, others, wrong }: Count): void {
  const percent = modelable === 0 ? '-' : ((100 * agreed) / modelable).toFixed(1);
  console.log(
    `\n${agreed} of ${modelable} modelable threads with a diff have the kind of their label: ${percent} %`,
  );
  console.log(`${wrong} of ${others} others are given a wrong kind`);
}
