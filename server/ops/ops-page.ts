import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { brand } from '@/brand';
import { duration, todo } from '@/server/ops/format-ops';
import type { Overview } from '@/server/ops/read-overview.server';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid #8886; overflow-wrap: anywhere; }
th { font-weight: 600; overflow-wrap: normal; } td.n { font-variant-numeric: tabular-nums; white-space: nowrap; }
ul { list-style: none; padding: 0; } li { border-inline-start: .3rem solid #c00; padding-inline-start: .7rem; margin: 1rem 0; }
code { font-size: .9em; overflow-wrap: anywhere; } li p { margin: .3rem 0; } p.todo { opacity: .8; }
`;

/**
 * The Content-Security-Policy of the page: the page may load one style sheet, which the policy names by its hash, and
 * nothing else. The page has no script, no form and no picture, and no other page may frame it.
 */
export const opsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the page with the overview of all stores. The template escapes each value. */
export async function opsPage(overview: Overview, readAt: Date): Promise<string> {
  const { states, stuck, queues, backlog, refusals, versions } = overview;
  const { inbox, marks, sweeps, operations, bulk, budget } = queues;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${stuck.length} stuck – ${brand.name.en}</title>
<style>${raw(style)}</style>
</head>
<body>
<h1>${brand.name.en}: all stores</h1>
<p>Read at ${readAt.toISOString()}. Load the page again for new values.</p>
<h2>Stores</h2>
${table(['State', 'Stores'], Object.entries(states))}
<h2>Stuck: ${stuck.length}</h2>
${
  stuck.length === 0
    ? html`<p>No store needs a person.</p>`
    : html`<ul>${stuck.map(
        ({ installId, storeId, problems }) => html`<li>
<strong><code>${installId}</code></strong> <code>${storeId}</code>
${problems.map(
  ({ reason, seconds, detail }) => html`<p><code>${reason}</code> ${age(seconds)} ${detail}</p>
<p class="todo">${todo[reason]}</p>`,
)}</li>`,
      )}</ul>`
}
<h2>Queues</h2>
${table(
  ['Queue', 'Waiting', 'Oldest'],
  [
    ['Received events', inbox.events, duration(inbox.seconds)],
    ['Reads (dirty marks)', marks.entities, duration(marks.dueSeconds)],
    ['Sweeps', sweeps.due, duration(sweeps.dueSeconds)],
    ...Object.entries(operations.open).map(([state, count]) => [`Writes: ${state}`, count, '']),
    ['All open writes', sum(operations.open), duration(operations.seconds)],
    ['Writes to review', operations.toReview, ''],
    ['Bulk items', bulk.items, ''],
    ['Requests that wait for the budget', budget.waiting, ''],
    ['Stores blocked by the platform', budget.blockedStores, ''],
    ['Quarantined events in 24 h', inbox.quarantined, ''],
  ],
)}
<h2>Most waiting work</h2>
${table(
  ['Install', 'Waiting'],
  backlog.map(({ installId, waiting }) => [installId, waiting]),
)}
<h2>Refused writes in 24 h</h2>
${table(
  ['Write', 'Code', 'Writes'],
  refusals.map(({ kind, code, writes }) => [kind, code, writes]),
)}
<h2>Versions</h2>
${table(
  ['Process', 'Connections'],
  versions.map(({ name, connections }) => [name, connections]),
)}
</body>
</html>
`;
  return String(await page);
}

const age = (seconds: number | null) => (seconds === null ? '' : duration(seconds));
const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

function table(head: string[], rows: (string | number)[][]) {
  if (rows.length === 0) return html`<p>None.</p>`;
  return html`<table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((value) =>
        typeof value === 'number' ? html`<td class="n">${value}</td>` : html`<td>${value}</td>`,
      )}</tr>`,
  )}</tbody>
</table>`;
}
