import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { idsInTitles } from '@/tests/support/reports/cited-requirements';

/**
 * Lists the requirements of the sandbox that no test names. A requirement belongs to the sandbox if its column `side`
 * in docs/platform/requirements.tsv is sandbox or both. A test names a requirement if the name of the test, or the name
 * of a group around the test, contains the id of the requirement.
 *
 * Exits with code 1 if an id is not named.
 */
const root = path.resolve(import.meta.dirname, '..');

const wanted = readFileSync(path.join(root, 'docs/platform/requirements.tsv'), 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter(([, side]) => side === 'sandbox' || side === 'both');

const cited = new Set(
  ['tests', 'lib', 'sandbox', 'server', 'app', 'components']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
        .map((file) => path.join(root, folder, file)),
    )
    .flatMap(idsInTitles),
);

const missing = wanted.filter(([id = '']) => !cited.has(id));
for (const [id, side, statement] of missing) console.info(`${id}\t${side}\t${statement}`);
console.info(`${wanted.length - missing.length} of ${wanted.length} requirements are named by a test`);
process.exitCode = missing.length === 0 ? 0 : 1;
