import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { databaseRegistry } from '@/lib/ops/database-metrics.server';
import { summarize } from '@/lib/ops/read-stores.server';
import { metrics } from '@/lib/system/metrics/metrics';
import { root } from '@/tests/stages/stage';
import {
  metricNames,
  observability,
  readAlertRules,
  readDashboardExpressions,
} from '@/tests/support/operating/alert-rules';
import { hasPromtool, promtool } from '@/tests/support/operating/promtool';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const rules = readAlertRules();

/** Returns the names of all metrics that app and worker export. */
async function exportedNames(): Promise<string[]> {
  const { registry, startDefaults } = metrics();
  startDefaults();
  const all = [registry, databaseRegistry(summarize([]), 0)];
  return (await Promise.all(all.map((one) => one.getMetricsAsJSON()))).flat().map(({ name }) => name);
}

/**
 * Reads the loops of the worker from its source. `everyMs` is the interval of the loop. `longestMs` is the longest normal time between the beginnings of two
 * turns: the interval of the loop and the maximum duration of a turn.
 */
function readLoops(): { name: string; everyMs: number; longestMs: number }[] {
  const source = read('lib/worker/start-worker.server.ts');
  const numbers = new Map(
    [...`${read('lib/worker/poll-loop.ts')}${source}`.matchAll(/^const (\w+Ms) = (.+);$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const msOf = (text: string) =>
    (numbers.get(text) ?? text)
      .split(' * ')
      .reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
  const loops = [
    ...source.matchAll(/startPollLoop\(\{ name: '([^']+)', intervalMs: ([^,]+), (.*) \}\)/g),
  ].map(([, name = '', interval = '', rest = '']) => ({
    name,
    everyMs: msOf(interval),
    longestMs: msOf(interval) + msOf(/turnMaxMs: (\w+)/.exec(rest)?.[1] ?? 'turnMaxMs'),
  }));
  expect(loops).toHaveLength(source.split('startPollLoop(').length - 1);
  expect(loops.filter(({ longestMs }) => Number.isNaN(longestMs))).toEqual([]);
  return loops;
}

it('every metric in the dashboard and in the alert rules is exported', async () => {
  const exported = new Set(await exportedNames());
  const used = [...readDashboardExpressions(), ...rules.map(({ expr }) => expr)].flatMap(metricNames);
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
});

it('every metric of ours is in the dashboard and in docs/operating.md', async () => {
  const ours = (await exportedNames()).filter((name) => name.startsWith('daftar_'));
  const shown = new Set(readDashboardExpressions().flatMap(metricNames));
  const operating = read('docs/operating.md');
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  expect(ours.filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
});

it('without a ledger, its gauge is absent, so its alert cannot fire', async () => {
  const withoutLedger = await databaseRegistry(summarize([]), null).metrics();
  expect(withoutLedger).toContain('daftar_stores');
  expect(withoutLedger).not.toContain('daftar_ledger_marks');
});

it('every alert links to its page of the runbook, and the runbook has no other page', () => {
  const pages = read('docs/runbook.md').match(/(?<=^## ).*$/gm);
  expect(pages).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, runbook } of rules)
    expect(runbook).toMatch(new RegExp(`/docs/runbook\\.md#${alert.toLowerCase()}$`));
});

it('DaftarWorkerLoopHangs leaves out the loops that may turn less often than its limit, and no others', () => {
  const { expr = '' } = rules.find(({ alert }) => alert === 'DaftarWorkerLoopHangs') ?? {};
  const [, leftOut = '', limitSeconds] = /loop!~"([^"]*)"\} > (\d+)$/.exec(expr) ?? [];
  const loops = readLoops();
  const longer = loops.filter(({ longestMs }) => longestMs > Number(limitSeconds) * 1_000);
  expect(leftOut.split('|').toSorted()).toEqual(longer.map(({ name }) => name).toSorted());
  expect(longer.length).toBeGreaterThan(2);
  expect(loops.length).toBeGreaterThan(10);
});

it('a loop that turns too rarely for DaftarWorkerLoopFailing is in DaftarSlowLoopFailing', () => {
  const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? '';
  const [, minutes, failures] = /\[(\d+)m\]\)\) > (\d+)$/.exec(exprOf('DaftarWorkerLoopFailing')) ?? [];
  const [, watched = ''] = /loop=~"([^"]*)"/.exec(exprOf('DaftarSlowLoopFailing')) ?? [];
  const rare = readLoops().filter(({ everyMs }) => everyMs * Number(failures) >= Number(minutes) * 60_000);
  // The loop of the purges catches the error of each purge, so DaftarPurgeFailing watches it.
  expect([...watched.split('|'), 'purge'].toSorted()).toEqual(rare.map(({ name }) => name).toSorted());
});

it.skipIf(!hasPromtool)(
  'promtool accepts the alert rules, and each alert fires only for the series that it is about',
  () => {
    const check = promtool(observability, 'check', 'rules', 'alerts.yml');
    expect(check.output).toContain(`${rules.length} rules found`);
    const { code, output } = promtool(observability, 'test', 'rules', 'alerts-test.yml');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') });
  },
);

it.skipIf(!hasPromtool).each(['prometheus.yml', 'prometheus-kubernetes.yml'])(
  'promtool accepts the sample configuration %s',
  (file) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'daftar-promtool-'));
    // Debian's Prometheus is built without the discovery in Kubernetes, so promtool would refuse its section.
    const text = read(`deploy/observability/${file}`).replaceAll(
      /kubernetes_sd_configs:\n(?: {6,}.*\n)+/g,
      'static_configs: [{ targets: [] }]\n',
    );
    writeFileSync(path.join(folder, file), text);
    copyFileSync(path.join(observability, 'alerts.yml'), path.join(folder, 'alerts.yml'));
    const { code, output } = promtool(folder, 'check', 'config', file);
    rmSync(folder, { recursive: true });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') });
  },
);

describe('the sample configurations of Prometheus', () => {
  const Config = z.object({
    scrape_configs: z.array(z.looseObject({ job_name: z.string(), metrics_path: z.string().optional() })),
  });
  const jobsOf = (file: string) => Config.parse(parse(read(`deploy/observability/${file}`))).scrape_configs;

  it.each(['prometheus.yml', 'prometheus-kubernetes.yml'])(
    '%s has the jobs that the alerts and the dashboard select',
    (file) => {
      expect(jobsOf(file).map(({ job_name, metrics_path }) => [job_name, metrics_path])).toEqual([
        ['daftar', undefined],
        ['daftar-database', '/metrics/database'],
      ]);
    },
  );

  it('read the gauges of the database from every worker that is scraped', () => {
    const Fixed = z.object({ static_configs: z.tuple([z.object({ targets: z.array(z.string()) })]) });
    const [all = [], workers = []] = jobsOf('prometheus.yml').map(
      (job) => Fixed.parse(job).static_configs[0].targets,
    );
    expect(workers).toEqual(all.filter((target) => target.startsWith('worker')));
    expect(workers.length).toBeGreaterThan(1);
  });

  it('find the pods of the chart by labels and a port that these have', () => {
    const text = read('deploy/observability/prometheus-kubernetes.yml');
    const helpers = read('deploy/helm/daftar/templates/_helpers.tpl');
    const pods = ['app', 'worker'].map((pod) => read(`deploy/helm/daftar/templates/${pod}.yaml`));
    const labels = new Set(text.match(/(?<=pod_label_app_kubernetes_io_)\w+/g));
    expect([...labels].toSorted()).toEqual(['component', 'instance']);
    expect(helpers).toContain('app.kubernetes.io/instance: ');
    for (const pod of pods) {
      expect(pod).toContain('app.kubernetes.io/component: ');
      expect(pod).toContain('{ name: metrics, containerPort: ');
    }
  });
});
