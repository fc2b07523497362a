import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPrevious, git } from '@/tests/stages/previous-release';
import { root } from '@/tests/stages/stage';
import { linkPackages } from '@/tests/support/stack/link-packages';

/*
 * `npm run test:previous` runs the integration tests of the previous release on the schema of this checkout. While a
 * release is rolled out, both releases use one database (docs/operating.md#write-a-migration).
 *
 *     npm run test:previous                              the latest tag before this commit, or its parent without a tag.
 *     npm run test:previous -- REVISION                  this revision as the previous release.
 *     npm run test:previous -- REVISION FILE… [-t NAME]  only these tests; the words go to Vitest.
 *
 * The code, its Prisma client and its tests are those of the previous release. The migrations and the program that
 * applies them are those of this checkout, even if they are not committed.
 */

/**
 * The parts that come from this checkout, although all other files come from the previous release: the migrations, and
 * the program that applies them.
 */
const replaced = ['prisma/migrations', 'server/migrate.ts', 'server/is-main.ts', 'server/postgres'];

/**
 * The folders of the tests to run: all tests of the app. Three kinds of tests are left out, because they test the
 * schema of the previous release: the tests of the migrations, of the list of tables, and of the list of encrypted
 * columns.
 */
const defaultTests = ['tests/integration/app', 'tests/simulation'];
const ownSchemaTests = 'equals the list of (tables|encrypted columns)';

const [revision = findPrevious(), ...words] = process.argv.slice(2);
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'daftar-previous-')));
const previous = path.join(folder, 'checkout');
git(['worktree', 'add', '--quiet', '--detach', previous, revision]);
try {
  replaceSchema();
  await install();
  console.log(
    `Release ${git(['describe', '--always', '--tags', revision])} on the schema of ${git(['describe', '--always', '--dirty'])}`,
  );
  const named = words.includes('-t') ? [] : ['-t', `^(?!.*${ownSchemaTests})`];
  const tests = words.length > 0 ? words : defaultTests;
  const vitest = ['--no-install', 'vitest', 'run', '--project', 'integration'];
  process.exitCode = await run('npx', vitest.concat(named, tests));
} finally {
  git(['worktree', 'remove', '--force', previous]);
  rmSync(folder, { recursive: true, force: true });
}

function replaceSchema(): void {
  for (const name of replaced) {
    rmSync(path.join(previous, name), { recursive: true, force: true });
    cpSync(path.join(root, name), path.join(previous, name), { recursive: true });
  }
}

/**
 * Installs the packages of the previous release. If both releases have the same lock file, the packages of this
 * checkout are used instead.
 */
async function install(): Promise<void> {
  const lock = (dir: string) => readFileSync(path.join(dir, 'package-lock.json'), 'utf8');
  // The command `npm ci` also generates the Prisma client.
  if (lock(previous) !== lock(root)) return mustRun('npm', ['ci', '--no-audit', '--no-fund']);
  linkPackages(previous);
  await mustRun('npx', ['--no-install', 'prisma', 'generate']);
}

async function mustRun(program: string, args: string[]): Promise<void> {
  if ((await run(program, args)) !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}

/**
 * Runs a program in the checkout of the previous release, and returns its exit code. A signal such as Ctrl-C ends the
 * program but not this process, so this process can still remove the checkout.
 */
function run(program: string, args: string[]): Promise<number> {
  const child = spawn(program, args, { cwd: previous, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
