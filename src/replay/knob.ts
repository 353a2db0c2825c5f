import type { Workload } from '../simulator/workload.ts';
import type { Knob, Setting } from './scene.ts';

type WorkloadOf<Kind extends Workload['kind']> = Extract<Workload, { kind: Kind }>;

export interface FigureOf<Kind extends Workload['kind']> {
  readonly kind: Kind;
  readonly name: keyof WorkloadOf<Kind> & string;
  readonly isWhole: boolean;
  readonly isSource: boolean;
  readonly addsTime?: true;
  readonly range: (workload: WorkloadOf<Kind>, target: number) => ReturnType<Knob['range']>;
}

/** A knob that turns one figure of one kind of workload; on another kind it turns nothing. */
export function workloadKnob<Kind extends Workload['kind']>(figure: FigureOf<Kind>): Knob {
  const { kind, name, isWhole, isSource, addsTime, range } = figure;
  return {
    name,
    isWhole,
    isSource,
    ...(addsTime ? { addsTime } : {}),
    turn: (setting, value) =>
      isOf(kind, setting.workload)
        ? { ...setting, workload: { ...setting.workload, [name]: value } }
        : setting,
    range: ({ workload }, target) => (isOf(kind, workload) ? range(workload, target) : { low: 0, high: 0 }),
  };
}

/** A figure that follows from one kind of workload; 0 for any other. */
export function figureOf<Kind extends Workload['kind']>(
  kind: Kind,
  { workload }: Pick<Setting, 'workload'>,
  read: (workload: WorkloadOf<Kind>) => number,
): number {
  return isOf(kind, workload) ? read(workload) : 0;
}

function isOf<Kind extends Workload['kind']>(kind: Kind, workload: Workload): workload is WorkloadOf<Kind> {
  return workload.kind === kind;
}
