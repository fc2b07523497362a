import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildTool, recordBuild } from '@/server/build-app';
import { runTool, type Tool } from '@/server/run-tool';
import { type Count, countReport, listFailures, type ReportKind } from '@/tests/support/count-report';

/**
 * `npm test`: every check of the repository, as the tools print it. Each test counts, and each check that has no
 * tests of its own (types, lint, format, build) counts as one. The last line is `N passed, N failed`, and the exit
 * code says the same.
 *
 * `run.ts validate` leaves out what is slow; `run.ts e2e` runs the browser's tests and the build they need;
 * any other words are names of stages.
 */
interface Stage {
  step: Step;
  report: ReportKind;
  /** Tried beside the others that are, with which it shares nothing; what it prints is told when it has ended. */
  isBeside?: true;
  /** A stage that must have passed: without it there is nothing to try. */
  needs?: StageName;
}

type Step = { file: string; args: string[]; env?: Record<string, string> };
type StageName = 'types' | 'lint' | 'format' | 'unit' | 'integration' | 'build' | 'e2e';

const root = path.resolve(import.meta.dirname, '..');
const reports = path.join(root, '.data', 'test-reports');
const reportOf = (name: StageName) => path.join(reports, `${name}.json`);

const stages: Record<StageName, Stage> = {
  types: beside({ file: 'typescript/bin/tsc', args: ['--noEmit'] }, 'exit code'),
  lint: beside({ file: 'eslint/bin/eslint.js', args: ['--max-warnings', '0'] }, 'exit code'),
  format: beside({ file: '@biomejs/biome/bin/biome', args: ['format'] }, 'exit code'),
  unit: beside(vitest('unit'), 'vitest'),
  integration: { step: vitest('integration'), report: 'vitest' },
  build: { step: buildTool, report: 'exit code' },
  e2e: {
    step: {
      file: 'playwright/cli.js',
      args: ['test', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e') },
    },
    report: 'playwright',
    needs: 'build',
  },
};

function beside(step: Step, report: ReportKind): Stage {
  return { step, report, isBeside: true };
}

function vitest(project: 'unit' | 'integration'): Step {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(project)}`];
  return {
    file: 'vitest/vitest.mjs',
    args: ['run', '--project', project, ...report],
    env: { NODE_ENV: 'test' },
  };
}

const sets: Record<string, StageName[]> = {
  all: ['types', 'lint', 'format', 'unit', 'integration', 'build', 'e2e'],
  validate: ['types', 'lint', 'format', 'unit'],
  e2e: ['build', 'e2e'],
};

const running = new Set<Tool>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const tool of running) void tool.stop();
  });
}

const total = await runAll(stagesAsked(process.argv.slice(2)));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function stagesAsked(words: string[]): StageName[] {
  const names = words.length === 0 ? sets.all : words.flatMap((word) => sets[word] ?? [word]);
  const isStage = (name: string): name is StageName => name in stages;
  const asked = (names ?? []).filter(isStage);
  if (asked.length === names?.length) return asked;
  throw new Error(`Stages are ${Object.keys(stages).join(', ')}; sets are ${Object.keys(sets).join(', ')}`);
}

async function runAll(names: StageName[]): Promise<Count> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  if (!(await generate(names))) return { passed: 0, failed: names.length };
  const results = new Map<StageName, Count & { seconds: number }>();
  const run = async (name: StageName) => {
    const startedAt = performance.now();
    const count = await runStage(name, results);
    results.set(name, { ...count, seconds: (performance.now() - startedAt) / 1000 });
  };
  const besides = names.filter((name) => stages[name].isBeside);
  if (besides.length > 1) console.log(`\nside by side: ${besides.join(', ')}`);
  await Promise.all(besides.map(run));
  for (const name of names) if (!stages[name].isBeside) await run(name);
  console.log('');
  for (const [name, { passed, failed, seconds }] of results) {
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
    );
    if (failed > 0) tellFailures(name);
  }
  const sum = (pick: (count: Count) => number) =>
    [...results.values()].reduce((all, one) => all + pick(one), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

async function runStage(name: StageName, done: Map<StageName, Count>): Promise<Count> {
  const { step, report, needs, isBeside } = stages[name];
  const logFile = path.join(reports, `${name}.log`);
  if (!isBeside) console.log(`\n== ${name}`);
  if (interrupted) return failedBecause('interrupted');
  if (needs && done.get(needs)?.failed !== 0) return failedBecause(`${needs} did not pass`);
  const exitCode = await runStep(step, isBeside ? { logFile } : 'inherit');
  if (isBeside) console.log(`\n== ${name}\n${readFileSync(logFile, 'utf8').trimEnd()}`);
  if (name === 'build' && exitCode === 0) await recordBuild();
  return countReport(report, exitCode, reportOf(name));
}

/** The last lines of a run are what a reader of CI sees: what failed is named there, not minutes above. */
function tellFailures(name: StageName): void {
  for (const { test, message } of listFailures(stages[name].report, reportOf(name)).slice(0, 8)) {
    console.log(`     ${test}\n       ${message.replaceAll('\n', '\n       ')}`);
  }
}

async function runStep(
  step: Step,
  output: Parameters<typeof runTool>[0]['output'] = 'inherit',
): Promise<number | null> {
  const tool = runTool({ ...step, output });
  running.add(tool);
  const { code, signal } = await tool.exited;
  running.delete(tool);
  if (signal) console.log(`${step.file} was ended by ${signal}`);
  return code;
}

function failedBecause(reason: string): Count {
  console.log(`not run: ${reason}`);
  return { passed: 0, failed: 1 };
}

/** Makes what the checks read and the repository does not hold; false when it could not: then none can be tried. */
async function generate(names: StageName[]): Promise<boolean> {
  const client = path.join(root, 'lib/system/generated/prisma/client.ts');
  const schema = path.join(root, 'prisma/schema.prisma');
  // npm's install script makes it; this is for where scripts are off, or the schema moved on.
  const isCurrent = existsSync(client) && statSync(client).mtimeMs >= statSync(schema).mtimeMs;
  if (!isCurrent && (await runStep({ file: 'prisma/build/index.js', args: ['generate'] })) !== 0)
    return false;
  // Routes are typed by what Next finds in app/, and a fresh clone has no next-env.d.ts yet.
  const areTyped = names.includes('types') || names.includes('lint');
  return !areTyped || (await runStep({ file: 'next/dist/bin/next', args: ['typegen'] })) === 0;
}
