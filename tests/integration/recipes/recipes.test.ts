import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { spell } from '@/server/new/new-name';
import { effectMissing, ruleMissing } from '@/server/new/sandbox-templates';
import { gitIn, listFiles } from '@/tests/near/changed-files';
import { root } from '@/tests/stages/stage';
import { readExercises } from '@/tests/support/exercises/read-exercises';
import { readRecipes } from '@/tests/support/recipes/read-recipes';
import { copyTree, type TreeCopy } from '@/tests/support/recipes/tree-copy';

const examples = readRecipes().flatMap(({ diff, ...recipe }) => (diff === null ? [] : [{ ...recipe, diff }]));
const exercises = readExercises();

/**
 * A copy of the working tree with three additions: the starting changes of all exercises, the examples of all recipes,
 * and the output of `npm run new`. All additions are checked together, because one type check of the whole tree costs
 * about 30 s of CPU. The tests in tests/lint check that each diff applies on its own.
 */
let copy: TreeCopy;

beforeAll(async () => {
  copy = await copyTree();
});
afterAll(() => copy?.remove());

/**
 * Options for a run of Vitest in the copy: one worker and long time limits. This run shares the cores with the outer test
 * run, which started it and continues meanwhile.
 */
const patient = ['--maxWorkers=1', '--hookTimeout=240000', '--testTimeout=240000'];

const apply = (diff: string) => copy.failureOf('git', 'apply', path.join(root, diff));

describe('the starting changes of the exercises', () => {
  it.each(exercises)('apply one after the other: $start', async ({ start }) => {
    expect(await apply(start)).toBe('');
  });

  it('make the test of each exercise fail with the text of its page', async () => {
    const files = [...new Set(exercises.map(({ test }) => test.file))];
    const names = exercises.map(({ test }) => test.name).join('|');
    const report = ['--reporter=json', '--outputFile=exercises.json'];
    const vitest = ['run', '--no-cache', ...patient, ...report, ...files, '-t', names];
    const output = await copy.toolFailure('vitest/vitest.mjs', ...vitest);
    const { testResults } = Report.parse(
      JSON.parse(await readFile(path.join(copy.folder, 'exercises.json'), 'utf8')),
    );
    const failuresOf = ({ test }: (typeof exercises)[number]) =>
      testResults
        .filter(({ name }) => name.endsWith(`/${test.file}`))
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ fullName, status }) => fullName.includes(test.name) && status === 'failed')
        .flatMap(({ failureMessages }) => failureMessages)
        .join('\n');
    for (const exercise of exercises)
      expect(failuresOf(exercise), output.slice(-4_000)).toContain(exercise.failsWith);
  });
});

describe('the examples of the recipes', () => {
  it.each(examples)('apply one after the other: $name', async ({ diff }) => {
    expect(await apply(diff)).toBe('');
  });

  // This runs before `npm run new`, because the event that the generator writes is not complete.
  it('pass three integration tests that the recipe of an event names', async () => {
    const files = ['app/webhooks/events', 'sandbox/webhooks/test-deliveries'];
    const paths = [...files, 'sandbox/api/generated-client'].map(
      (file) => `tests/integration/${file}.test.ts`,
    );
    const projects = ['--project', 'integration', '--project', 'integration-sandbox'];
    const vitest = ['run', '--no-cache', ...projects, ...patient, ...paths];
    expect(await copy.toolFailure('vitest/vitest.mjs', ...vitest)).toBe('');
  });

  it('leave a tree in which `npm run new` can write all files of a write, a screen and an event', async () => {
    expect(await generatorFailure('write', 'record-example', '--ar', 'تسجيل مثال')).toBe('');
    const field = ['--field', 'reason', '--field-ar', 'السبب', '--shows', 'note_of_example', '--ids', 'NOT'];
    expect(await generatorFailure('write', 'set-example-note', '--ar', 'ملاحظة', ...field)).toBe('');
    // A write with a field of each type. The platform refuses it for two statuses, so its rule is complete.
    const fields = [
      'reason',
      'pieces:number',
      'fee:money',
      'day:date',
      'until:time',
      'urgent:boolean',
      'kind:fraud,stock',
    ];
    const labels = ['السبب', 'العدد', 'الأجرة', 'اليوم', 'حتى', 'مستعجل', 'النوع: احتيال، مخزون'];
    expect(
      await generatorFailure(
        ...[
          'write',
          'set-order-pause',
          '--ar',
          'إيقاف',
          '--shows',
          'pause',
          '--refuses',
          'cancelled,completed',
        ],
        ...fields.flatMap((one) => ['--field', one]),
        ...labels.flatMap((one) => ['--field-ar', one]),
      ),
    ).toBe('');
    const answer = ['--answer', 'flagged_until:time', '--answer-ar', 'حتى', '--refuses', 'none'];
    const until = ['--field', 'until:time', '--field-ar', 'حتى'];
    expect(await generatorFailure('write', 'set-order-flag', '--ar', 'علامة', ...until, ...answer)).toBe('');
    // The new field of the order is the text itself, and the refusal has its own code and status.
    const gift = ['--method', 'PUT', '--field', 'gift_message:text:200', '--shows', 'gift_message:value'];
    const code = ['--refuses', 'cancelled', '--code', 'order_not_open:422', '--code-ar', 'الطلب ملغى.'];
    const name = ['--ids', 'GFT', '--ar', 'رسالة الهدية', '--field-ar', 'الرسالة'];
    expect(await generatorFailure('write', 'set-gift-message', ...gift, ...code, ...name)).toBe('');
    expect(await generatorFailure('screen', 'returns', '--ar', 'المرتجعات')).toBe('');
    expect(await generatorFailure('event', 'order.held', '--ar', 'تعليق طلب')).toBe('');
  });

  it('have a failing test of the texts of the new screen, until they are written', async () => {
    const test = [
      'run',
      '--no-cache',
      '--project',
      'unit',
      'tests/lint/messages.test.ts',
      '-t',
      'are written',
    ];
    expect(await copy.toolFailure('vitest/vitest.mjs', ...test)).toContain('"returns.body"');
    for (const file of ['messages/en.json', 'messages/ar.json']) {
      const text = await readFile(path.join(copy.folder, file), 'utf8');
      await writeFile(path.join(copy.folder, file), text.replace('TODO Say', 'Say'));
    }
  });

  it('are formatted, as the starting changes of the exercises are', async () => {
    const kept = [...examples, ...exercises]
      .flatMap(({ changed }) => changed)
      .filter((file) => existsSync(path.join(copy.folder, file)));
    const generated = listFiles(gitIn(copy.folder)).filter((file) =>
      /record-example|set-example-note|set-order-(?:pause|flag)|set-gift-message|returns/.test(file),
    );
    expect(generated).toHaveLength(27);
    expect(generated.filter((file) => file.startsWith('tests/e2e/'))).toEqual([
      'tests/e2e/record-example.spec.ts',
      'tests/e2e/set-example-note.spec.ts',
      'tests/e2e/set-gift-message.spec.ts',
      'tests/e2e/set-order-flag.spec.ts',
      'tests/e2e/set-order-pause.spec.ts',
    ]);
    const files = formatted([...kept, ...generated]);
    expect(await copy.toolFailure('@biomejs/biome/bin/biome', 'format', ...files)).toBe('');
  });

  it('have no type error, nor have the starting changes of the exercises', async () => {
    expect(await copy.toolFailure('typescript-native/bin/tsc', '--noEmit')).toBe('');
  });

  it('pass the unit tests that the recipes name, also with the new write, screen and event', async () => {
    const unitTests = [...new Set(examples.flatMap((recipe) => recipe.unitTests))];
    const vitest = ['run', '--no-cache', '--project', 'unit', ...unitTests];
    expect(await copy.toolFailure('vitest/vitest.mjs', ...vitest)).toBe('');
  });

  it('have passing tests of the new writes whose options say all, and of the fields of the answers', async () => {
    const files = ['orders/set-order-pause', 'orders/set-gift-message', 'api/fields'];
    const paths = files.map((file) => `tests/integration/sandbox/${file}.test.ts`);
    const vitest = ['run', '--no-cache', '--project', 'integration-sandbox', ...paths];
    expect(await copy.toolFailure('vitest/vitest.mjs', ...vitest)).toBe('');
  });

  it('each other new write of the recipes has a failing test that says what is missing', async () => {
    const withoutRule = ['record-example', 'set-example-note'];
    const withoutEffect = 'set-order-flag';
    const files = [...withoutRule, withoutEffect].map(
      (name) => `tests/integration/sandbox/orders/${name}.test.ts`,
    );
    const vitest = ['run', '--no-cache', '--project', 'integration-sandbox', ...files];
    const failure = stripVTControlCharacters(await copy.toolFailure('vitest/vitest.mjs', ...vitest));
    for (const name of withoutRule) expect(failure).toContain(ruleMissing(spell(name)));
    // The last statement of the test fails, so all checks before it passed.
    expect(failure).toContain(`AssertionError: ${effectMissing(spell(withoutEffect))}`);
    expect(failure).toMatch(/Tests\s+3 failed \(3\)/);
  });
});

// The solutions are the files of this checkout. The other test files of this run already check that the tests of the
// exercises pass with these files, so no second run is needed.
describe('the solutions of the exercises', () => {
  it.each(exercises)('$solution restores the files of this tree', async ({ solution, changed }) => {
    expect(await apply(solution)).toBe('');
    const recipeFiles = new Set(examples.flatMap((recipe) => recipe.changed));
    for (const file of changed.filter((name) => !recipeFiles.has(name)))
      expect(await readFile(path.join(copy.folder, file), 'utf8'), file).toBe(
        await readFile(path.join(root, file), 'utf8'),
      );
  });
});

/** Runs `npm run new` in the copy. Returns the output of the command if it fails, and an empty text if it succeeds. */
async function generatorFailure(...args: string[]): Promise<string> {
  // The generator refuses to change files that differ from the last commit. So the copy commits all files first.
  expect(await copy.failureOf('git', 'add', '--all')).toBe('');
  expect(await copy.failureOf('git', ...author, 'commit', '--quiet', '--message', 'before')).toBe('');
  return copy.toolFailure('tsx/dist/cli.mjs', '--tsconfig', 'tsconfig.node.json', 'server/new.ts', ...args);
}

const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

/** The fields of Vitest's JSON report that the test reads. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const formatted = (files: readonly string[]) => files.filter((file) => /\.(?:tsx?|mjs|json|css)$/.test(file));
