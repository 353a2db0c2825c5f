import type { Report } from '../report.ts';
import { COLOUR, chart, Plot } from './chart.ts';
import type { Html } from './html.ts';

type Hcd = NonNullable<Report['model']>['before'];

const LANES = ['hardirq', 'softirq', 'thread', 'lock held'] as const;
type Lane = (typeof LANES)[number];

export interface GivebackPicture {
  readonly name: string;
  /** The side it shows: "before", "after", or both. */
  readonly when: string;
  readonly says: string;
  readonly drawn: Html;
}

interface Block {
  readonly lane: Lane;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly fill: string;
}

const GIVEBACK_LANE = {
  hardirq: 'hardirq',
  tasklet: 'softirq',
  'bh-workqueue': 'softirq',
  'threaded-irq': 'thread',
  workqueue: 'thread',
  kthread: 'thread',
} as const satisfies Record<Hcd['giveback']['context'], Lane>;

/** From the interrupt to the end of the handler, in steps that are no time: only what follows what is meant. */
const END = 10;
const COMPLETE_IN_HANDLER = { from: 3, to: 7 };
const COMPLETE_LATER = { from: 6, to: 10 };
const HANDLER_END_WHEN_LATER = 4;

/** The path before and after; one picture, under the name of the side before, where the sides look the same. */
export function givebackPictures(model: Report['model']): readonly GivebackPicture[] {
  if (model === null) return [];
  const sides = [
    { name: 'giveback-before', when: 'before', hcd: model.before },
    { name: 'giveback-after', when: 'after', hcd: model.after },
  ];
  const shown = looksTheSame(model.before, model.after)
    ? [{ name: 'giveback-before', when: 'before and after', hcd: model.before }]
    : sides;
  return shown.map(({ name, when, hcd }) => {
    const { context, lock, lockDropped } = hcd.giveback;
    const says = `${context}, ${lock} ${lockDropped ? 'dropped' : 'kept'}`;
    return { name, when, says, drawn: givebackPicture(hcd, `${when}: ${says}`) };
  });
}

function looksTheSame(before: Hcd, after: Hcd): boolean {
  const drawn = ({ irq, giveback: { context, lock, lockDropped } }: Hcd) =>
    [irq.type, context, lock, lockDropped].join('\n');
  return drawn(before) === drawn(after);
}

/** Where one completion runs, and while it runs who holds the driver's lock: lanes from left to right, not to scale. */
function givebackPicture(hcd: Hcd, says: string): Html {
  const blocks = [...handlerBlocks(hcd), ...lockBlocks(hcd)];
  return chart(says, {
    height: 138,
    marginLeft: 68,
    marginRight: 4,
    marginTop: 4,
    marginBottom: 4,
    x: { domain: [0, END], axis: null },
    y: { domain: [...LANES], label: null, tickSize: 0, padding: 0.18 },
    marks: [
      Plot.gridY([...LANES], { stroke: COLOUR.rule, strokeOpacity: 0.6 }),
      Plot.barX(blocks, { x1: 'from', x2: 'to', y: 'lane', fill: 'fill', rx: 3 }),
      Plot.text(blocks, {
        x: ({ from, to }: Block) => (from + to) / 2,
        y: 'lane',
        text: 'text',
        fill: COLOUR.paper,
      }),
    ],
  });
}

function handlerBlocks(hcd: Hcd): Block[] {
  const { handler, giveback } = lanesOf(hcd);
  const part = (from: number, to: number): Block => {
    return { lane: handler, from, to, text: 'handler', fill: COLOUR.replayed };
  };
  const complete = { lane: giveback, text: 'complete()', fill: COLOUR.claimed };
  if (handler !== giveback) return [part(0, HANDLER_END_WHEN_LATER), { ...complete, ...COMPLETE_LATER }];
  const { from, to } = COMPLETE_IN_HANDLER;
  return [part(0, from), { ...complete, from, to }, part(to, END)];
}

/** The lock is held through the handler; around a completion inside it only when it is not dropped there. */
function lockBlocks(hcd: Hcd): Block[] {
  const { handler, giveback } = lanesOf(hcd);
  const held = (from: number, to: number): Block => ({
    lane: 'lock held',
    from,
    to,
    text: '',
    fill: COLOUR.limit,
  });
  if (handler !== giveback) return [held(0, HANDLER_END_WHEN_LATER)];
  if (!hcd.giveback.lockDropped) return [held(0, END)];
  return [held(0, COMPLETE_IN_HANDLER.from), held(COMPLETE_IN_HANDLER.to, END)];
}

function lanesOf({ irq, giveback }: Hcd): { readonly handler: Lane; readonly giveback: Lane } {
  return {
    handler: irq.type === 'hard' ? 'hardirq' : 'thread',
    giveback: GIVEBACK_LANE[giveback.context],
  };
}
