import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '@/server/run-command';
import { generate } from '@/tests/stages/generate';
import { runStep } from '@/tests/stages/run-stages';
import { root } from '@/tests/stages/stage';
import { type Exercise, exercisesFolder, readExercises } from '@/tests/support/exercises/read-exercises';
import { WorkingTree } from '@/tests/support/exercises/working-tree';

/**
 * `npm run exercise` starts, solves and resets the exercises of docs/exercises. The solution of each exercise is
 * Daftar's own code. So `--solution` restores the files to that code, prints the solution and runs the test.
 *
 *     npm run exercise                      lists the exercises.
 *     npm run exercise 3                    applies the starting change, once, and runs the test of exercise 3.
 *     npm run exercise 3 -- --solution      replaces your changes with the solution, and runs the test.
 *     npm run exercise 3 -- --reset         restores the files of exercise 3 to Daftar's own code.
 */
async function main(): Promise<void> {
  const options = { solution: { type: 'boolean' }, reset: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const exercises = readExercises();
  if (positionals.length === 0)
    return console.log(`${list(exercises)}\n\nnpm run exercise NUMBER starts one.`);
  const exercise = exercises.find(({ number }) => positionals.join(' ') === String(number));
  if (!exercise)
    throw new UsageError(
      `There is no exercise "${positionals.join(' ')}". The exercises are:\n${list(exercises)}`,
    );
  const tree = new WorkingTree(root);
  if (values.reset) reset(tree, exercise);
  else if (values.solution) await solve(tree, exercise);
  else await start(tree, exercise);
}

const list = (exercises: readonly Exercise[]) =>
  exercises.map(({ number, title }) => `  ${number}  ${title}`).join('\n');

async function start(tree: WorkingTree, exercise: Exercise): Promise<void> {
  const { number, title, goal, page } = exercise;
  console.log(`Exercise ${number}: ${title}\n\n${goal}\n\nThe page: ${page}\n`);
  const isNew = tree.start(exercise);
  if (isNew) console.log(`The starting change is applied to:\n${filesOf(exercise)}\n`);
  if (await passes(exercise))
    console.log(
      `\nThe test passes. Compare your change with ${exercise.solution}.\n` +
        `Then \`npm run exercise ${number} -- --reset\` brings the files back.`,
    );
  else
    console.log(
      `\nThe test fails until you reach the goal. Read ${page}: it has hints.\n` +
        `Change the code, then run \`npm run exercise ${number}\` again: it runs only the test.\n` +
        `\`npm run exercise ${number} -- --solution\` shows the solution. \`-- --reset\` brings the files back.`,
    );
}

async function solve(tree: WorkingTree, exercise: Exercise): Promise<void> {
  reportKept(tree.reset(exercise));
  console.log(readFileSync(path.join(root, exercise.solution), 'utf8'));
  const isSolved = await passes(exercise);
  console.log(
    isSolved
      ? `\nThe solution is applied, and the test passes. ${exercisesFolder}/README.md lists the other exercises.`
      : '\nThe solution is applied, but the test fails. Another change in your tree may be the reason.',
  );
  process.exitCode = isSolved ? 0 : 1;
}

function reset(tree: WorkingTree, exercise: Exercise): void {
  reportKept(tree.reset(exercise));
  console.log(`These files are as they were before the exercise:\n${filesOf(exercise)}`);
}

function reportKept(file: string | null): void {
  if (file !== null) console.log(`Your changes are kept as a diff in ${file}.\n`);
}

const filesOf = ({ changed }: Exercise) => changed.map((file) => `  ${file}`).join('\n');

async function passes({ test: { project, file, name } }: Exercise): Promise<boolean> {
  if (!(await generate({ routeTypes: false })))
    throw new UsageError('The Prisma client could not be generated.');
  const args = ['run', '--project', project, file, '-t', name];
  return (await runStep({ file: 'vitest/vitest.mjs', args, env: { NODE_ENV: 'test' } })) === 0;
}

await runCommand(main);
