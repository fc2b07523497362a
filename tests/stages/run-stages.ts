import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runTool, type Tool } from '@/server/stack/run-tool';
import { type Count, countReport, listFailures } from '@/tests/support/reports/count-report';
import { reportOf, reports, type Stage, type Step } from './stage';
import { recordTimes } from './test-times';

const running = new Set<Tool>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const tool of running) void tool.stop();
  });
}

type Results = Map<string, Count & { seconds: number }>;

/**
 * Runs the stages one after another, in the given order. Meanwhile, the stages that share nothing with other stages run
 * in the background, one at a time. More than one would be too slow: with six tools in the background, the integration
 * tests took ten times longer, and transactions reached their limit of 20 s. Prints one line for each stage. The last
 * line is `N passed, N failed`, and the exit code is 0 only if nothing failed.
 */
export async function runStages(
  stages: Record<string, Stage>,
  prepare: () => Promise<boolean>,
): Promise<void> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const names = Object.keys(stages);
  const total = (await prepare()) ? await runAll(stages) : { passed: 0, failed: names.length };
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

async function runAll(stages: Record<string, Stage>): Promise<Count> {
  const results: Results = new Map();
  const run = async ([name, stage]: [string, Stage]) => {
    const startedAt = performance.now();
    const count = await runStage(name, stage, results);
    results.set(name, { ...count, seconds: (performance.now() - startedAt) / 1000 });
  };
  const all = Object.entries(stages);
  const besides = all.filter(([, { isBeside }]) => isBeside);
  if (besides.length > 0) console.log(`\nin the background: ${besides.map(([name]) => name).join(', ')}`);
  const others = all.filter(([, { isBeside }]) => !isBeside);
  const waiting = [...besides];
  const runNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  };
  // If no other stage is selected, two background stages run at the same time, so that both cores are used.
  const background = Promise.all(others.length > 0 ? [runNext()] : [runNext(), runNext()]);
  for (const stage of others) {
    if (stage[1].isAlone) await background;
    await run(stage);
  }
  await background;
  console.log('');
  for (const [name, { passed, failed, seconds }] of results) {
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
    );
    if (failed > 0) reportFailures(name, stages[name]);
  }
  const sum = (pick: (count: Count) => number) =>
    [...results.values()].reduce((total, one) => total + pick(one), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed) };
}

async function runStage(name: string, stage: Stage, done: Results): Promise<Count> {
  const { step, report, needs, isBeside } = stage;
  const logFile = path.join(reports, `${name}.log`);
  if (!isBeside) console.log(`\n== ${name}`);
  if (interrupted) return failedBecause('interrupted');
  if (needs && done.get(needs)?.failed !== 0) return failedBecause(`${needs} did not pass`);
  const reason = await stage.skip?.();
  if (reason) {
    console.log(`not needed: ${reason}`);
    return { passed: 1, failed: 0 };
  }
  const exitCode = await runStep(step, isBeside ? { logFile } : 'inherit');
  if (isBeside) console.log(`\n== ${name}\n${readFileSync(logFile, 'utf8').trimEnd()}`);
  if (exitCode === 0) {
    await stage.passed?.();
    // The durations of test files are recorded only if the stage passed. A failed stage may have ended early.
    recordTimes(report, reportOf(name));
  }
  return countReport(report, exitCode, reportOf(name));
}

/**
 * Prints the failures of a stage. It is called after all stages have ended, so that the failures are at the end of the
 * CI output, where readers look first.
 */
function reportFailures(name: string, stage: Stage | undefined): void {
  for (const { test, message } of listFailures(stage?.report ?? 'exit code', reportOf(name)).slice(0, 8)) {
    console.log(`     ${test}\n       ${message.replaceAll('\n', '\n       ')}`);
  }
}

/** Runs one tool as a child process. If the process of `npm test` is stopped, it stops all running tools. */
export async function runStep(
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
