import regexp from 'eslint-plugin-regexp';
import { parser, plugin as typescript } from 'typescript-eslint';

const OUTSIDE = 'the world stays in src/adapters, src/settings.ts and src/cli.ts';
const CLOCK = 'a stage has no clock: take the time as an argument';

/** Names through which a pure function could see the world. */
const WORLD = [
  ...['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
    name,
    message: CLOCK,
  })),
  ...[
    'console',
    'process',
    'fetch',
    'globalThis',
    'global',
    'require',
    'WebSocket',
    'navigator',
    'crypto',
  ].map((name) => ({
    name,
    message: OUTSIDE,
  })),
];

const STATEFUL = 'a regular expression with g or y remembers its last match: make it inside the function';

/** What biome does not know: types, slow regular expressions, and the line between inside and outside. */
export default [
  { ignores: ['dist/', 'coverage/', 'node_modules/', 'test/threads/'] },
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': typescript, regexp },
    rules: {
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'Literal[regex.flags=/[gy]/]:not(:function *)', message: STATEFUL },
        {
          selector: 'NewExpression[callee.name="RegExp"][arguments.1.value=/[gy]/]:not(:function *)',
          message: STATEFUL,
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/adapters/**', 'src/settings.ts', 'src/settings/**', 'src/cli.ts', 'src/cli/**'],
    rules: {
      'no-restricted-globals': ['error', ...WORLD],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'randomness comes from a seeded stream' },
      ],
    },
  },
];
