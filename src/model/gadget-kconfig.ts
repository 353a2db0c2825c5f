import type { Hunk, Patch } from '../series/series.ts';
import type { ModelChange } from './hcd.ts';
import { STORAGE_BUFFERS } from './patterns/gadget-queues.ts';

const KCONFIG = 'drivers/usb/gadget/Kconfig';
const SYMBOL = 'USB_GADGET_STORAGE_NUM_BUFFERS';
const DEFAULT = /^\s*default\s+(\d{1,3})\s*$/;

/**
 * The default of CONFIG_USB_GADGET_STORAGE_NUM_BUFFERS, where a hunk of Kconfig shows that it is of that symbol and
 * changes nothing else. Source: Linux 6.1, drivers/usb/gadget/Kconfig
 */
export function kconfigChanges(patches: readonly Patch[]): readonly ModelChange[] {
  const files = patches.flatMap((patch) => patch.files).filter(({ path }) => path === KCONFIG);
  return files.flatMap((file) => (file.hunks.length === 1 ? file.hunks.flatMap(changeIn) : []));
}

/** Whether a file is read here, so that nobody need call it "not C source". */
export function isRead(file: string, changes: readonly ModelChange[]): boolean {
  return changes.some((change) => change.file === file) && file === KCONFIG;
}

function changeIn(hunk: Hunk): ModelChange[] {
  const changed = hunk.lines.filter(({ kind }) => kind !== ' ');
  const [old, young, ...others] = changed;
  const from = old?.kind === '-' ? DEFAULT.exec(old.text)?.[1] : undefined;
  const to = young?.kind === '+' ? DEFAULT.exec(young.text)?.[1] : undefined;
  if (from === undefined || to === undefined || others.length > 0 || !isOfSymbol(hunk)) return [];
  const values = [Number(from), Number(to)];
  const { least, most, kind, say } = STORAGE_BUFFERS;
  if (values.some((value) => value < least || value > most)) return [];
  return [
    {
      kind,
      from: say(Number(from)),
      to: say(Number(to)),
      file: KCONFIG,
      line: lineOf(hunk),
      evidence: young?.text.trim() ?? '',
    },
  ];
}

/** The nearest `config` above the change is that symbol's; git names it in the hunk's header where it is not in sight. */
function isOfSymbol({ lines, section }: Hunk): boolean {
  const at = lines.findIndex(({ kind }) => kind !== ' ');
  const heads = lines.slice(0, at).flatMap(({ text }) => /^config\s+(\w+)/.exec(text.trim())?.[1] ?? []);
  return (heads.at(-1) ?? /^config\s+(\w+)/.exec(section.trim())?.[1]) === SYMBOL;
}

function lineOf({ lines, newStart }: Hunk): number {
  const at = lines.findIndex(({ kind }) => kind === '+');
  return newStart + lines.slice(0, at).filter(({ kind }) => kind !== '-').length;
}
