import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { xrayScreens } from '@/lib/xray/xray-screens';
import { runCommand, UsageError } from '@/server/run-command';
import { type Change, findChange, type Git, gitIn, listFiles } from '@/tests/near/changed-files';
import { resolveMessages } from '@/tests/near/changed-messages';
import { describePlan } from '@/tests/near/describe-plan';
import { readGraph, type Tree } from '@/tests/near/module-graph';
import { makePlan, type Plan } from '@/tests/near/plan';
import { impliedEdges, type Messages, readMessages } from '@/tests/near/screens';
import { readSpecs, selectTests } from '@/tests/near/select-tests';
import { generate } from '@/tests/stages/generate';
import { runStages } from '@/tests/stages/run-stages';
import {
  buildStage,
  checkStage,
  lintStage,
  promisesStage,
  root,
  type Stage,
  specsStage,
  vitestStage,
  wordsStage,
} from '@/tests/stages/stage';
import { readTimes } from '@/tests/stages/test-times';

/**
 * `npm run test:near` finds the tests that the changes since a base commit can break. It runs as many of them as fit
 * into two minutes, beginning with the tests that depend most directly on a changed file. The command prints which
 * tests it skips, why, and how to run them. It is only a quick check: before a change is merged, all tests must pass
 * (`npm test`).
 *
 *     npm run test:near                                the changes since origin/main, or since the last commit.
 *     npm run test:near -- --base HEAD~3               the changes since this revision.
 *     npm run test:near -- lib/orders/order-rail.ts    treats these files as changed.
 *     … --list                                         prints the plan and runs nothing.
 *     … --max-seconds 300                              raises the time limit, so that more tests run.
 */
async function main(): Promise<void> {
  const options = {
    base: { type: 'string' },
    list: { type: 'boolean' },
    'max-seconds': { type: 'string', default: '120' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const maxSeconds = Number(values['max-seconds']);
  if (!(maxSeconds > 0)) throw new UsageError('--max-seconds takes a number of seconds.');
  const git = gitIn(root);
  const files = positionals.map((file) => path.posix.normalize(file));
  const change = findChange(git, { ...(values.base !== undefined && { base: values.base }), files });
  const subject =
    files.length > 0 ? 'named' : `changed since ${change.base.slice(0, 7)}, ${change.baseReason}`;
  console.log(
    `${change.files.length} files ${subject}\n${change.files.map((file) => `  ${file}`).join('\n')}`,
  );
  if (change.files.length === 0) return console.log('0 passed, 0 failed');
  const { plan, notes } = planFor(git, change, maxSeconds);
  console.log([describePlan(plan), ...notes].join('\n'));
  if (values.list) return;
  await runStages(stagesOf(change.files, plan), () =>
    generate({ routeTypes: !existsSync('next-env.d.ts') || change.files.some(isRoute) }),
  );
}

function planFor(git: Git, change: Change, maxSeconds: number): { plan: Plan; notes: string[] } {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const tree: Tree = { files: listFiles(git).filter((file) => existsSync(path.join(root, file))), read };
  const graph = readGraph(tree, impliedEdges(xrayScreens.flatMap(({ blocks }) => blocks)));
  const changed = resolveMessages(graph, change.files, {
    before: (file) => parseMessages(git('show', `${change.base}:${file}`)),
    now: (file) => JSON.parse(read(file)) as Messages,
  });
  const selection = selectTests(graph, changed, readSpecs(graph, readMessages(tree)));
  const testsIn = (file: string) => graph.facts.get(file)?.tests ?? 0;
  const deleted = change.files.filter((file) => !graph.files.has(file));
  const notes = [
    ...selection.notes,
    ...deleted.map((file) => `${file} is gone: tsc finds who still imports it.`),
  ];
  return { plan: makePlan({ selection, maxSeconds, times: readTimes(), testsIn }), notes };
}

const parseMessages = (text: string | undefined) =>
  text === undefined ? undefined : (JSON.parse(text) as Messages);

const isRoute = (file: string) => /^app\/.*\/(?:page|layout|route)\.tsx?$|^next\.config\.ts$/.test(file);

function stagesOf(changed: readonly string[], { run }: Plan): Record<string, Stage> {
  const filesOf = (tests: readonly { file: string }[]) => tests.map(({ file }) => file);
  const present = changed.filter((file) => existsSync(path.join(root, file)));
  const sources = present.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  // A change of a lint rule affects all files, so ESLint then checks all files. Without such a change, ESLint checks
  // only the changed files.
  const linted = changed.some((file) => file.startsWith('eslint.')) ? [] : ['--no-warn-ignored', ...sources];
  const formatted = changed.includes('biome.json') ? [] : ['--no-errors-on-unmatched', ...present];
  // A change of the dictionary or of the settings affects all files.
  const spelled = changed.some((file) => file === 'cspell.json' || file === 'docs/words.txt') ? [] : present;
  const hasSpecs = run.spec.length > 0;
  return {
    types: checkStage('typescript-native/bin/tsc', ['--noEmit']),
    ...((sources.length > 0 || linted.length === 0) && {
      lint: lintStage(linted),
    }),
    // The lint rules about promises depend on types, so a changed type can cause an error in an unchanged file. This
    // stage therefore always checks all files.
    promises: promisesStage(),
    words: wordsStage(spelled),
    format: checkStage('@biomejs/biome/bin/biome', ['format', ...formatted]),
    ...(run.unit.length > 0 && { unit: vitestStage('unit', filesOf(run.unit)) }),
    ...(run.integration.length > 0 && { integration: vitestStage('integration', filesOf(run.integration)) }),
    ...(hasSpecs && { build: buildStage({ reuse: true }), e2e: specsStage(filesOf(run.spec)) }),
  };
}

await runCommand(main);
