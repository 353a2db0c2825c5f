import type { IFlattenedRuleSet } from 'dependency-cruiser';

interface Stage {
  readonly folder: string;
  /** Stages to its left: the only ones it may read. */
  readonly reads: readonly string[];
  /** Files others may import: the product, the verb, and what it needs to be given. Empty means all of them. */
  readonly doors: readonly string[];
}

/** Who may read whom, left to right. `report` is src/report.ts, the contract. */
export const STAGES: readonly Stage[] = [
  { folder: 'units', reads: [], doors: [] },
  { folder: 'stats', reads: ['units'], doors: [] },
  {
    folder: 'ingest',
    reads: [],
    doors: ['letter', 'read-letters', 'quoting', 'mail-date', 'mime', 'limits', 'mbox'],
  },
  { folder: 'series', reads: ['ingest'], doors: ['series', 'collect-series', 'series-limits', 'subject'] },
  {
    folder: 'claims',
    reads: ['units', 'ingest', 'series'],
    doors: ['claim', 'finding', 'find-claims', 'claim-limits', 'figures', 'said-link', 'usb-speed'],
  },
  {
    folder: 'model',
    reads: ['units', 'series'],
    doors: [
      'hcd',
      'derive-model',
      'hcd-profile',
      'gadget-model',
      'udc-profile',
      'profile-from-tree',
      'survey-tree',
      'known-sources',
      'source-file',
      'named-base',
      'tree-use',
      'apply-diff',
      'c-syntax',
      'source-tree',
    ],
  },
  {
    folder: 'simulator',
    reads: ['units', 'model'],
    doors: [
      'measurement',
      'experiment',
      'workload',
      'costs',
      'run',
      'irqs-off-windows',
      'timeline',
      'event-log',
    ],
  },
  {
    folder: 'replay',
    reads: ['units', 'stats', 'claims', 'model', 'simulator'],
    doors: [
      'replay',
      'replay-claim',
      'probe-deadlock',
      'replay-settings',
      'replay-limits',
      'device-file',
      'explain-claim',
      'explanation',
      'trace-claim',
    ],
  },
  {
    folder: 'verdict',
    reads: ['units', 'stats', 'claims', 'model', 'replay', 'report'],
    doors: ['verdict', 'judge', 'audit-claims', 'limits'],
  },
  { folder: 'reply', reads: ['units', 'verdict', 'report'], doors: [] },
];

/** Libraries that compute and nothing else, and so may stand in a stage. */
const PURE_PACKAGES = [
  'zod',
  'diff',
  'pure-rand',
  'cli-table3',
  'ansi-styles',
  'wrap-ansi',
  '@observablehq/plot',
  'linkedom',
];
const PURE_NODE_MODULES = ['crypto', 'assert'];

/** A package that touches the world lives in one folder, so that it can be replaced there. */
const HOMES: Readonly<Record<string, string>> = {
  mailauth: 'src/adapters/mail',
  mailparser: 'src/adapters/mail',
  nodemailer: 'src/adapters/outbox',
  imapflow: 'src/adapters/subscription',
  octokit: 'src/adapters/forge',
  'simple-git': 'src/adapters/git',
  'tree-sitter-c': 'src/adapters/c-parser',
  'web-tree-sitter': 'src/adapters/c-parser',
  bullmq: 'src/adapters/queue',
  ioredis: 'src/adapters/queue',
  'better-sqlite3': 'src/adapters/store',
  kysely: 'src/adapters/store',
  pg: 'src/adapters/store',
  piscina: 'src/adapters/pool',
  hono: 'src/adapters/web',
  '@hono': 'src/adapters/web',
  '@bull-board': 'src/adapters/web',
  'prom-client': 'src/adapters/web',
  'jsonc-parser': 'src/settings',
  yaml: 'src/settings',
};

const anyOf = (words: readonly string[]) =>
  `(?:${words.map((word) => word.replaceAll('.', '\\.')).join('|')})`;
const folders = STAGES.map((stage) => stage.folder);
/** What `resolves` complains of already. */
const UNRESOLVED = '^[.](?!.*node_modules/)';
const pureNodeModule = `^(?:node:)?${anyOf(PURE_NODE_MODULES)}$`;
const inAnyStage = `^src/${anyOf(folders)}/`;
const aPackage = (names: readonly string[]) => `(?:^|/)node_modules/(?:@types/)?${anyOf(names)}/`;

const forbid = (name: string, comment: string, from: object, to: object) =>
  ({ name, comment, severity: 'error', from, to }) as const;

function neverLooksRight(stage: Stage) {
  const allowed = [stage.folder, ...stage.reads]
    .filter((name) => name !== 'report')
    .map((name) => `${name}/`);
  const files = ['problem.ts', ...(stage.reads.includes('report') ? ['report.ts'] : [])];
  const readable = `^src/${anyOf([...allowed, ...files])}`;
  return forbid(
    `${stage.folder}-reads-only-its-left`,
    `${stage.folder} may read ${stage.reads.join(', ') || 'no other stage'}`,
    { path: `^src/${stage.folder}/` },
    { path: '^(?:src|workers|test)/', pathNot: readable },
  );
}

function onlyThroughDoors(stage: Stage) {
  return forbid(
    `${stage.folder}-only-through-its-doors`,
    `other folders import ${stage.doors.join(', ')} of ${stage.folder}, nothing else`,
    { path: '^(?:src|workers)/', pathNot: `^src/${stage.folder}/` },
    { path: `^src/${stage.folder}/`, pathNot: `^src/${stage.folder}/${anyOf(stage.doors)}\\.ts$` },
  );
}

function livesIn([name, home]: [string, string]) {
  return forbid(
    `${name}-in-one-folder`,
    `${name} touches the world: ${home} only`,
    { path: '^(?:src|workers)/', pathNot: `^${home}/` },
    { path: aPackage([name]) },
  );
}

/** The files that stand directly in src and belong to neither edge. */
const joinsStages = {
  path: '^src/[^/]+\\.ts$',
  pathNot: '^src/(?:cli|settings[a-z-]*|package-facts|problem|report)\\.ts$',
};

/** Folders of src that some rule speaks of; code elsewhere would be under no rule at all. */
export const KNOWN_FOLDERS: readonly string[] = [
  ...folders,
  'adapters',
  'cli',
  'ports',
  'service',
  'settings',
];

/** The picture of ARCHITECTURE.md as rules. */
export const layerRules: IFlattenedRuleSet = {
  forbidden: [
    forbid('no-cycle', 'no file may reach itself', {}, { circular: true }),
    forbid('resolves', 'every import must exist', {}, { couldNotResolve: true }),
    ...STAGES.map(neverLooksRight),
    ...STAGES.filter((stage) => stage.doors.length > 0).map(onlyThroughDoors),
    ...Object.entries(HOMES).map(livesIn),
    forbid(
      'stages-touch-nothing',
      'of node: only crypto and assert, and no package but the pure ones',
      { path: inAnyStage },
      {
        dependencyTypesNot: ['local', 'localmodule'],
        pathNot: [pureNodeModule, aPackage(PURE_PACKAGES), UNRESOLVED],
      },
    ),
    forbid(
      'service-decides-and-does-nothing',
      'it reads stages, ports and settings, and leaves every deed to the workers',
      { path: '^src/service/' },
      {
        pathNot: [
          inAnyStage,
          pureNodeModule,
          UNRESOLVED,
          aPackage(['zod']),
          '^src/(?:service/|ports/|[^/]+\\.ts$)',
        ],
      },
    ),
    forbid(
      'contract-is-a-leaf',
      'problem.ts and report.ts import no file of ours',
      { path: '^src/(?:problem|report)\\.ts$' },
      { path: '^(?:src|workers|test)/' },
    ),
    forbid(
      'ports-know-only-the-contract',
      'a port says what is needed, and nothing of who needs it or who has it',
      { path: '^src/ports/' },
      { pathNot: ['^src/(?:ports/|report\\.ts$)', UNRESOLVED] },
    ),
    forbid(
      'pipeline-is-pure',
      'what joins the stages reads stages, the contract and nothing of the world',
      joinsStages,
      { pathNot: [inAnyStage, pureNodeModule, UNRESOLVED, '^src/(?!cli|package-facts)[^/]+\\.ts$'] },
    ),
    forbid('pipeline-is-handed-its-settings', 'it knows their type and does not read them', joinsStages, {
      path: '^src/settings',
      dependencyTypesNot: ['type-only'],
    }),
    forbid(
      'adapters-know-ports-and-types',
      'an adapter converts; it does not think',
      { path: '^src/adapters/' },
      { path: '^src/(?:pipeline|cli)\\.ts$|^workers/' },
    ),
    forbid(
      'world-stays-outside',
      'only cli.ts and workers reach the adapters',
      { path: '^src/', pathNot: '^src/(?:adapters/|cli/|cli\\.ts$)' },
      { path: '^src/adapters/' },
    ),
    forbid(
      'src-stands-alone',
      'src imports neither workers nor tests',
      { path: '^src/' },
      { path: '^(?:workers|test)/' },
    ),
  ],
};
