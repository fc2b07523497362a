import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ReportKind } from '@/tests/support/reports/count-report';
import { root } from './stage';

const timesFile = path.join(root, '.data', 'test-times.json');

const Times = z.record(z.string(), z.number());

/** The seconds that each test file took in its last run on this machine. */
export type TestTimes = z.infer<typeof Times>;

/** Reads the recorded times of test files. The record is empty in a clone in which no test has run. */
export function readTimes(): TestTimes {
  return readJson(timesFile, Times) ?? {};
}

/** Stores the time of each test file in a report. Does nothing if the report file is missing. */
export function recordTimes(kind: ReportKind, reportFile: string): void {
  if (kind === 'exit code') return;
  const found = kind === 'vitest' ? vitestTimes(reportFile) : playwrightTimes(reportFile);
  mkdirSync(path.dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify({ ...readTimes(), ...Object.fromEntries(found) }, null, 1));
}

function readJson<Shape>(file: string, shape: z.ZodType<Shape>): Shape | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10;

const VitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

function vitestTimes(file: string): [string, number][] {
  const results = readJson(file, VitestReport)?.testResults ?? [];
  return results.map(({ name, startTime, endTime }) => [
    path.relative(root, name).split(path.sep).join('/'),
    seconds(endTime - startTime),
  ]);
}

const Suite = z.object({
  file: z.string(),
  specs: z.array(
    z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) }),
  ),
  get suites() {
    return z.array(Suite).optional();
  },
});

function playwrightTimes(file: string): [string, number][] {
  const suites = readJson(file, z.object({ suites: z.array(Suite) }))?.suites ?? [];
  return suites.map((suite) => [`tests/e2e/${suite.file}`, seconds(durationOf(suite))]);
}

function durationOf({ specs, suites = [] }: z.infer<typeof Suite>): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own.map(({ duration }) => duration), ...suites.map(durationOf)].reduce((sum, ms) => sum + ms, 0);
}
