import type { Scope } from 'commerce-platform-client/contract/scopes';
import { productsScope } from 'commerce-platform-client/assumptions';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * All sweeps. A sweep reads platform data at an interval, to find what no event reported (M9 to M12).
 *
 * - `full`: reads every row, so it also finds deletions. The first full run is the backfill.
 * - `updated`, `created`: reads the rows with an `updated_at` or `created_at` after the previous run.
 * - `details`: reads orders by GET /orders/{id} if the mirror has only their list item, or an older detail.
 * - `sample`: compares some rows with the mirror.
 *
 * `scope`: the permission that the app needs for the sweep; null if it needs none.
 */
export const sweepSchedule = [
  // This sweep runs only once a week, because it uses many requests. A million orders are 10,000 pages of 100 orders.
  // At 170 requests per minute (the whole request budget), these pages take about one hour.
  { resource: 'orders', kind: 'full', everyMs: 7 * dayMs, scope: 'orders:read' },
  { resource: 'orders', kind: 'updated', everyMs: 15 * minuteMs, scope: 'orders:read' },
  { resource: 'orders', kind: 'created', everyMs: 15 * minuteMs, scope: 'orders:read' },
  { resource: 'orders', kind: 'details', everyMs: 15 * minuteMs, scope: 'orders:read' },
  { resource: 'orders', kind: 'sample', everyMs: dayMs, scope: 'orders:read' },
  { resource: 'products', kind: 'full', everyMs: dayMs, scope: productsScope },
  { resource: 'products', kind: 'updated', everyMs: 15 * minuteMs, scope: productsScope },
  { resource: 'products', kind: 'sample', everyMs: dayMs, scope: productsScope },
  { resource: 'movements', kind: 'full', everyMs: 7 * dayMs, scope: 'inventory:read' },
  { resource: 'movements', kind: 'updated', everyMs: 15 * minuteMs, scope: 'inventory:read' },
  // The platform sends no webhooks for discounts and the store, so each is read completely every hour.
  { resource: 'discounts', kind: 'full', everyMs: hourMs, scope: 'discounts:read' },
  { resource: 'store', kind: 'full', everyMs: hourMs, scope: null },
] as const satisfies readonly { resource: string; kind: string; everyMs: number; scope: Scope | null }[];

export type SweepResource = (typeof sweepSchedule)[number]['resource'];
export type SweepKind = (typeof sweepSchedule)[number]['kind'];

const longest = (isMeant: (sweep: (typeof sweepSchedule)[number]) => boolean) =>
  Math.max(...sweepSchedule.filter(isMeant).map(({ everyMs }) => everyMs));

/**
 * Maximum time until a sweep finds a change that no event reported: minutes for a new or changed order, product or stock
 * movement, hours for a deleted product. Discounts and the store have no such sweep; they are read every hour.
 */
export const updateDelays = {
  changesMinutes: longest(({ kind }) => kind === 'updated') / minuteMs,
  deletionsHours: longest(({ resource, kind }) => resource === 'products' && kind === 'full') / hourMs,
};

/**
 * Returns the schedule of a sweep (a repeated read of platform data); undefined if the running version of the app does
 * not have the sweep. A newer version may have left the sweep's row in the table.
 */
export function scheduleOf(sweep: { resource: string; kind: string }) {
  return sweepSchedule.find(({ resource, kind }) => resource === sweep.resource && kind === sweep.kind);
}
