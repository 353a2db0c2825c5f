import { scoreClaims } from './claims.ts';

const [what, folder] = process.argv.slice(2);
if (what !== 'claims' || folder === undefined) {
  console.error('usage: npm run score -- claims FOLDER');
  process.exitCode = 2;
} else {
  await scoreClaims(folder);
}
