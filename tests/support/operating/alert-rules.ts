import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Sample } from './scrape';

export const observability = path.resolve(import.meta.dirname, '../../../deploy/observability');

/** An alert rule: its name, its PromQL expression and the address of its runbook page. */
export type AlertRule = { alert: string; expr: string; runbook: string };

/**
 * Reads the alert rules. The file uses only a small part of YAML: `key: value` on one line, and `expr: >-` with the
 * expression on the next lines. `promtool check rules` reads the file as Prometheus does (alerts.test.ts).
 */
export function readAlertRules(): AlertRule[] {
  const text = readFileSync(path.join(observability, 'alerts.yml'), 'utf8');
  return text
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => {
      const folded = /^ {8}expr: >-\n((?: {10}.*\n)+)/m.exec(rule)?.[1]?.replace(/\s+/g, ' ').trim();
      return {
        alert: rule.split('\n')[0] ?? '',
        expr: folded ?? /^ {8}expr: (.*)$/m.exec(rule)?.[1] ?? '',
        runbook: /^ {10}runbook_url: (.*)$/m.exec(rule)?.[1] ?? '',
      };
    });
}

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

/** Returns all PromQL expressions of the dashboard. */
export function readDashboardExpressions(): string[] {
  const json: unknown = JSON.parse(readFileSync(path.join(observability, 'dashboard.json'), 'utf8'));
  return Dashboard.parse(json).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** Returns the names of the metrics in a PromQL expression, without the suffixes of a histogram. */
export function metricNames(expr: string): string[] {
  const names = expr.match(/\b(?:daftar|nodejs|process)_\w+/g) ?? [];
  return names.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
}

/**
 * Returns true if the condition of an alert holds between two scrapes. The duration in the alert's `for` is ignored. A
 * rate is computed as the increase between the two scrapes. The function supports only these kinds of expressions and
 * throws for any other:
 * - `absent(selector)`
 * - a selector, or an aggregation of it, compared with a number
 * - the rate or increase of a counter, compared with a number
 * - the smallest value of a gauge (`min_over_time`), compared with a number
 * - the ratio of two rates, compared with a number
 */
export function holds(expr: string, before: readonly Sample[], after: readonly Sample[]): boolean {
  const absent = /^absent\((.*)\)$/.exec(expr);
  if (absent) return select(absent[1] ?? '', after).length === 0;
  const compared = /^(.*) (>|==) ([\d.]+)$/.exec(expr);
  if (!compared) throw new Error(`not a simple expression: ${expr}`);
  const [, value = '', sign, limit] = compared;
  const [top = '', bottom] = value.split(' / ');
  const values = evaluate(top, before, after);
  const divisor = bottom === undefined ? 1 : Math.max(...evaluate(bottom, before, after));
  return values.some((one) =>
    sign === '>' ? one / divisor > Number(limit) : one / divisor === Number(limit),
  );
}

/** Returns the values of a PromQL expression: one for each group of labels. */
function evaluate(expr: string, before: readonly Sample[], after: readonly Sample[]): number[] {
  const aggregated = /^(sum|max)(?: by \((\w+)\))? ?\((.*)\)$/.exec(expr);
  const inner = aggregated?.[3] ?? expr;
  const counter = /^(?:rate|increase)\((.*)\[\w+\]\)$/.exec(inner);
  const smallest = /^min_over_time\((.*)\[\w+\]\)$/.exec(inner);
  const selector = counter?.[1] ?? smallest?.[1] ?? inner;
  const values = select(selector, after).map((sample) => ({
    group: sample.labels[aggregated?.[2] ?? ''] ?? '',
    value: counter
      ? sample.value - valueIn(before, sample)
      : smallest
        ? Math.min(sample.value, valueIn(before, sample))
        : sample.value,
  }));
  if (!aggregated) return values.map(({ value }) => value);
  const groups = new Map<string, number>();
  for (const { group, value } of values) {
    const known = groups.get(group);
    groups.set(
      group,
      known === undefined ? value : aggregated[1] === 'sum' ? known + value : Math.max(known, value),
    );
  }
  return [...groups.values()];
}

function valueIn(samples: readonly Sample[], { name, labels }: Sample): number {
  const same = samples.find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  );
  return same?.value ?? 0;
}

function select(selector: string, samples: readonly Sample[]): Sample[] {
  const [, name, matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  if (!name) throw new Error(`not a selector: ${selector}`);
  const conditions = [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
  return samples.filter(
    (sample) =>
      sample.name === name &&
      conditions.every(([, label = '', sign, text = '']) => {
        const value = sample.labels[label] ?? '';
        const isMatch = sign?.includes('~') ? new RegExp(`^(?:${text})$`).test(value) : value === text;
        return sign?.startsWith('!') ? !isMatch : isMatch;
      }),
  );
}
