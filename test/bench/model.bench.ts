import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { structuredPatch } from 'diff';
import { loadCParser } from '../../src/adapters/c-parser/c-parser.ts';
import { hardenedGit } from '../../src/adapters/git/hardened-git.ts';
import { openObjectReader } from '../../src/adapters/git/object-reader.ts';
import { decide } from '../../src/adapters/git/try-series.ts';
import { directoryTree } from '../../src/adapters/tree/directory-tree.ts';
import { openTree } from '../../src/adapters/tree/open-tree.ts';
import { cacheHome, openSourceCache } from '../../src/adapters/tree/source-cache.ts';
import { deriveModel } from '../../src/model/derive-model.ts';
import { surveyTree } from '../../src/model/survey-tree.ts';
import type { Series } from '../../src/series/series.ts';
import { linuxSource, linuxSourceExists } from '../model/linux-source.ts';
import { fileDiff, PROFILES, seriesOf } from '../model/series-of.ts';
import type { Bench } from './compare.ts';

/** A kernel of full size as a repository: make-kernel-repository.sh beside this file makes it. */
const repository = join(cacheHome(), 'full');
const temporary = mkdtempSync(join(tmpdir(), 'giveback-bench-model-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const parseC = await loadCParser();
const survey = (known: ReturnType<typeof openSourceCache>): void =>
  void surveyTree({ tree: directoryTree(linuxSource), parseC, known }, PROFILES);

/** spatch runs one of the three rules that the survey answers at once; it is on most Debian machines of kernel people. */
const RULE = `@@
identifier d; expression F;
@@
* struct hc_driver d = { ..., .flags = F, ... };
`;

function spatch(): void {
  const rule = join(temporary, 'flags.cocci');
  writeFileSync(rule, RULE);
  const args = ['--very-quiet', '--no-includes', '--sp-file', rule, '--dir', 'drivers/usb'];
  spawnSync('/usr/bin/spatch', args, { cwd: linuxSource });
}

const surveys: readonly Bench[] = [
  {
    name: 'profile all of drivers/usb, cold',
    run: () => survey(openSourceCache(mkdtempSync(join(temporary, 'cold-')))),
    peer: { name: 'spatch, one rule', run: spatch },
    targetRatio: null,
  },
  {
    name: 'profile all of drivers/usb, with the cache',
    run: () => survey(openSourceCache(join(temporary, 'warm'))),
    peer: {
      name: 'the same, cold',
      run: () => survey(openSourceCache(mkdtempSync(join(temporary, 'cold-')))),
    },
    targetRatio: null,
  },
];

const TOUCHED = ['xhci.c', 'xhci-ring.c', 'xhci-mem.c', 'xhci-hub.c', 'xhci-pci.c'];
const PATCHES = 10;

/** Ten patches, two to each file of a driver: the second one on what the first one left. */
function series(): { readonly series: Series; readonly mailbox: string } {
  const files = Array.from({ length: PATCHES }, (_, index) => {
    const path = `drivers/usb/host/${TOUCHED[index % TOUCHED.length] ?? ''}`;
    const stock = readFileSync(join(repository, path), 'utf8');
    const first = stock.replace(/\n\}\n/, '\n\n\t/* one */\n}\n');
    const second = first.replace(/\n\}\n(?![\s\S]*\n\}\n)/, '\n\n\t/* two */\n}\n');
    return index < TOUCHED.length ? { path, from: stock, to: first } : { path, from: first, to: second };
  });
  return {
    series: seriesOf(files.map(({ path, from, to }) => [fileDiff(path, from, to)])),
    mailbox: files.map(({ path, from, to }, index) => mail(index + 1, path, from, to)).join('\n'),
  };
}

function mail(index: number, path: string, from: string, to: string): string {
  const { hunks } = structuredPatch(path, path, from, to, '', '', { context: 3 });
  const body = hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const head = `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001\nFrom: A <a@example.org>\nDate: Mon, 12 Dec 2022 10:00:00 +0000`;
  return `${head}\nSubject: [PATCH ${index}/${PATCHES}] usb: xhci: change ${index}\n\nWords.\n\n---\ndiff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${body.join('\n')}\n-- \n2.39.5\n`;
}

/** git am of the series in a work tree of its own, taken back afterwards. */
function gitAm(mailbox: string): () => void {
  const tree = join(temporary, 'am');
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], {
      cwd: tree,
      stdio: 'ignore',
    });
  const file = join(temporary, 'series.mbox');
  writeFileSync(file, mailbox);
  execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', repository, tree], { stdio: 'ignore' });
  git('sparse-checkout', 'set', 'drivers/usb');
  git('checkout', '-q', '-f', 'HEAD');
  return () => {
    git('am', '-q', file);
    git('reset', '-q', '--hard', 'v6.1');
  };
}

function trials(): readonly Bench[] {
  const made = series();
  const { patches } = made.series;
  const am = { name: 'git am', run: gitAm(made.mailbox) };
  const git = hardenedGit(join(repository, '.git'));
  process.on('exit', git.close);
  const reader = openObjectReader(git);
  const head = execFileSync('git', ['rev-parse', 'v6.1^{commit}'], {
    cwd: repository,
    encoding: 'utf8',
  }).trim();
  return [
    {
      name: 'decide whether ten patches apply to a full tree',
      run: async () => {
        const { patched } = await decide(reader, { commit: head, laidOver: new Map() }, patches);
        if (patched.refused.length > 0) throw new Error(`refused: ${JSON.stringify(patched.refused[0])}`);
      },
      peer: am,
      targetRatio: 0.02,
      close: reader.close,
    },
    {
      name: 'apply ten patches, by us and by git, and derive both models',
      run: async () => {
        const asked = { baseCommit: head, namedBases: [], date: '2022-12-12', patches };
        const { tree, trial } = await openTree(repository, asked);
        const known = openSourceCache(join(temporary, 'warm'));
        const model = deriveModel(made.series, PROFILES, [], { tree, trial, parseC, known });
        if (model?.source !== 'tree' || trial.refusedByGit.length > 0)
          throw new Error('not read from the tree');
      },
      peer: am,
      targetRatio: null,
    },
  ];
}

export const benches: readonly Bench[] = [
  ...(linuxSourceExists ? surveys : []),
  ...(existsSync(join(repository, '.git')) ? trials() : []),
];
