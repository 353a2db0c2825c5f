import { scoreClaims } from './claims.ts';
import { scoreKinds } from './kinds.ts';

const SCORERS: ReadonlyMap<string, (folder: string) => Promise<void>> = new Map([
  ['claims', scoreClaims],
  ['kinds', scoreKinds],
]);

const [what = '', folder] = process.argv.slice(2);
const score = SCORERS.get(what);
if (score === undefined || folder === undefined) {
  console.error(`usage: npm run score -- ${[...SCORERS.keys()].join('|')} FOLDER`);
  process.exitCode = 2;
} else {
  await score(folder);
}
