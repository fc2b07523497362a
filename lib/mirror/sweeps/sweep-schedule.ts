import type { Scope } from '@/lib/platform/contract/scopes';
import { productsScope } from '@/lib/platform/assumptions';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * All sweeps. A sweep reads data again without an event, at an interval. Most sweeps need a scope (M9 to M12).
 *
 * - full: reads every row and so also finds deletions; the first full run is the backfill
 * - updated, created: read rows with a newer `updated_at` or `created_at`
 * - details: reads GET /orders/{id} of orders of which the mirror has only the list item
 * - sample: compares some rows with the mirror
 */
export const sweepSchedule = [
  // Each full run reads one page per 100 orders. A million orders are 10,000 pages, which take about one hour if the
  // whole request budget is used (170 requests per minute).
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
  // Discounts and the store have no webhook topic. So no event reports their changes, and each is read every hour.
  { resource: 'discounts', kind: 'full', everyMs: hourMs, scope: 'discounts:read' },
  { resource: 'store', kind: 'full', everyMs: hourMs, scope: null },
] as const satisfies readonly { resource: string; kind: string; everyMs: number; scope: Scope | null }[];

export type SweepResource = (typeof sweepSchedule)[number]['resource'];
export type SweepKind = (typeof sweepSchedule)[number]['kind'];

/**
 * Returns the schedule of a sweep; undefined for an unknown sweep that a newer version of the app has left in the
 * table.
 */
export function scheduleOf(sweep: { resource: string; kind: string }) {
  return sweepSchedule.find(({ resource, kind }) => resource === sweep.resource && kind === sweep.kind);
}
