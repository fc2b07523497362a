import { generate } from '@/tests/stages/generate';
import { runStages } from '@/tests/stages/run-stages';
import {
  buildStage,
  checkStage,
  lintStage,
  promisesStage,
  type Stage,
  specsStage,
  vitestStage,
  wordsStage,
} from '@/tests/stages/stage';

/**
 * `npm test` runs every check of the repository and prints the output of each tool. In the result, each test counts as
 * one. A check without tests (types, lint, format, build) also counts as one. The last line is `N passed, N failed`,
 * and the exit code is 0 only if nothing failed.
 *
 * `run.ts validate` omits the slow stages. `run.ts e2e` runs the browser specs and the build that they need; a build of
 * the current sources is reused. Any other arguments are names of stages. `npm run test:near` runs only what a change
 * can break.
 */
type StageName =
  | 'types'
  | 'lint'
  | 'promises'
  | 'words'
  | 'format'
  | 'unit'
  | 'integration'
  | 'build'
  | 'e2e';

const sets: Record<string, StageName[]> = {
  all: ['types', 'lint', 'promises', 'words', 'format', 'unit', 'integration', 'build', 'e2e'],
  validate: ['types', 'lint', 'promises', 'words', 'format', 'unit'],
  e2e: ['build', 'e2e'],
};

const words = process.argv.slice(2);

const stages: Record<StageName, Stage> = {
  types: checkStage('typescript-native/bin/tsc', ['--noEmit']),
  lint: lintStage(),
  promises: promisesStage(),
  words: wordsStage(),
  format: checkStage('@biomejs/biome/bin/biome', ['format']),
  unit: vitestStage('unit'),
  integration: vitestStage('integration'),
  build: buildStage({ reuse: words.includes('e2e') }),
  e2e: specsStage(),
};

const names = requestedStages();
await runStages(Object.fromEntries(names.map((name) => [name, stages[name]])), () =>
  generate({ routeTypes: names.includes('types') || names.includes('promises') }),
);

function requestedStages(): StageName[] {
  const requested = words.length === 0 ? sets.all : words.flatMap((word) => sets[word] ?? [word]);
  const isStage = (name: string): name is StageName => name in stages;
  const known = (requested ?? []).filter(isStage);
  if (known.length === requested?.length) return known;
  throw new Error(`Stages are ${Object.keys(stages).join(', ')}; sets are ${Object.keys(sets).join(', ')}`);
}
