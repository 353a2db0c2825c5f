import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../src/model/hcd.ts';
import { readSource } from '../../src/model/source-file.ts';
import { linuxSource, linuxSourceExists } from './linux-source.ts';
import { modelOf } from './series-of.ts';
import { givebackSource, XHCI_RING } from './sources.ts';

/** What can be told apart without knowing what the code is for. */

const OWN = `${givebackSource('held')}
static int drain(struct xhci_hcd *xhci, int budget)
{
	int done = 0;

	while (done < budget && !is_empty(xhci->ring)) {
		take(xhci->ring, 2);
		done++;
	}
	if (done == budget)
		kick(xhci);
	else
		idle(xhci);
	return done;
}

static void arm(struct xhci_hcd *xhci, int delay)
{
	xhci->late = delay > 1;
	start(xhci->timer, delay + 8);
	count(xhci->stats);
}
`;
const REAL = linuxSourceExists ? readFileSync(join(linuxSource, XHCI_RING), 'utf8') : OWN;

/** Lines of a file that stand inside a function, by their index. */
function bodyLines(text: string): number[] {
  return readSource(XHCI_RING, text, new Set()).functions.flatMap(({ line, text: body }) =>
    Array.from({ length: body.split('\n').length - 2 }, (_, index) => line + index),
  );
}

/** Lines that are a whole statement, and behind which another statement can stand. */
function statementLines(text: string): number[] {
  const lines = text.split('\n');
  return bodyLines(text).filter((at) => {
    const [line = '', next = ''] = lines.slice(at, at + 2);
    const before = lines[at - 1] ?? '';
    const isWhole = /^\t[a-z_]\w*\(.*\);$/.test(line) && /[;{}]$|^$/.test(before.trim());
    return isWhole && !MESSAGE.test(line) && !next.trim().startsWith('else');
  });
}

const MESSAGE = /^\t(?:trace_|xhci_(?:dbg|warn|err|info)|pr_|dev_)/;

function withLine(text: string, at: number, line: string): string {
  return text
    .split('\n')
    .toSpliced(at + 1, 0, line)
    .join('\n');
}

function withoutLine(text: string, at: number): string {
  return text.split('\n').toSpliced(at, 1).join('\n');
}

function said({ changes, unmodelled }: Model): unknown {
  return { changes: changes.length, unmodelled: unmodelled.length };
}

const NOTHING = { changes: 0, unmodelled: 0 };

function forSome(places: readonly number[], runs: number, check: (at: number) => void): void {
  expect(places.length).toBeGreaterThan(0);
  fc.assert(fc.property(fc.constantFrom(...places), check), { numRuns: runs });
}

describe.each([
  ['our own', OWN, 25],
  ['a real one', REAL, 12],
] as const)('in a file, %s', (_, text, runs) => {
  const statements = statementLines(text);
  const lines = text.split('\n');

  test.each([
    ['a comment', '\t/* and then some */'],
    ['a message', '\txhci_dbg(xhci, "and then some\\n");'],
    ['a trace', '\ttrace_xhci_and_then_some(xhci);'],
    ['an empty line', ''],
  ])('%s that comes behind a statement is no change', (_name, line) => {
    forSome(statements, runs, (at) => {
      expect(said(modelOf(XHCI_RING, text, withLine(text, at, line)))).toEqual(NOTHING);
    });
  });

  test('a comment and a message that go are no change', () => {
    forSome(statements, runs, (at) => {
      const with_ = withLine(withLine(text, at, '\txhci_dbg(xhci, "gone\\n");'), at, '\t/* gone */');
      expect(said(modelOf(XHCI_RING, with_, text))).toEqual(NOTHING);
    });
  });

  test('a statement laid out in two lines is no change', () => {
    forSome(statements, runs, (at) => {
      const wrapped = (lines[at] ?? '').replace('(', '(\n\t\t');
      expect(said(modelOf(XHCI_RING, text, lines.with(at, wrapped).join('\n')))).toEqual(NOTHING);
    });
  });

  test('a statement that goes is never nothing', () => {
    forSome(statements, runs, (at) => {
      expect(said(modelOf(XHCI_RING, text, withoutLine(text, at)))).not.toEqual(NOTHING);
    });
  });

  test('a statement that comes is never nothing', () => {
    forSome(statements, runs, (at) => {
      expect(said(modelOf(XHCI_RING, text, withLine(text, at, '\tdo_more(xhci);')))).not.toEqual(NOTHING);
    });
  });

  test('a statement made twice is never nothing', () => {
    forSome(statements, runs, (at) => {
      expect(said(modelOf(XHCI_RING, text, withLine(text, at, lines[at] ?? '')))).not.toEqual(NOTHING);
    });
  });
});

/** The signs, numbers and members of our file, each of which means something. */
const PIECES = OWN.split(/( [<>=]= | [<>+] |\+\+|&&|->\w+|\b\d+\b(?=[;)]))/);
const OTHER: Readonly<Record<string, string>> = {
  ' < ': ' <= ',
  ' > ': ' >= ',
  ' == ': ' != ',
  ' + ': ' - ',
  '++': '--',
  '&&': '||',
};

test('another sign, number or member is never nothing', () => {
  const places = PIECES.flatMap((_, at) => (at % 2 === 1 ? [at] : []));
  forSome(places, 60, (at) => {
    const piece = PIECES[at] ?? '';
    const other = OTHER[piece] ?? (piece.startsWith('->') ? `${piece}_too` : `${Number(piece) + 1}`);
    expect(said(modelOf(XHCI_RING, OWN, PIECES.with(at, other).join('')))).not.toEqual(NOTHING);
  });
});
