import type { MovementRow } from '@/lib/inventory/movement-queries';

/**
 * The chart of the stock as steps, in an SVG box of 100 by 100 units. `min` and `max` are the stock at the
 * bottom and at the top of the box. `first` and `last` are the times of the oldest and of the newest
 * movement.
 */
export type StockSteps = {
  /**
   * SVG path commands. `line` is the line of the steps. `area` is the area between this line and the bottom of the box.
   */
  line: string;
  area: string;
  min: number;
  max: number;
  first: string;
  last: string;
};

/**
 * Computes the chart of the stock over time as steps, from the oldest movement to the newest. `newestFirst` has the
 * movements as in the ledger. Returns null for fewer than two movements. The bottom of the chart is zero, or lower if
 * the stock was negative. If `mirrored` is true, time runs from right to left.
 */
export function stockSteps(newestFirst: readonly MovementRow[], mirrored: boolean): StockSteps | null {
  const moves = newestFirst.toReversed();
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last || moves.length < 2) return null;
  const values = moves.map(({ stockAfter }) => stockAfter);
  const [min, max] = [Math.min(0, ...values), Math.max(1, ...values)];
  const from = Date.parse(first.occurredAt);
  // If all movements have the same time, the chart places them at equal distances.
  const span = Date.parse(last.occurredAt) - from;
  const along = (place: number, at: string) =>
    span > 0 ? ((Date.parse(at) - from) / span) * 100 : (place / (moves.length - 1)) * 100;
  const x = (place: number, at: string) => round(mirrored ? 100 - along(place, at) : along(place, at));
  const y = (stock: number) => round(100 - ((stock - min) / (max - min)) * 100);
  const start = `${x(0, first.occurredAt)} ${y(first.stockAfter)}`;
  const steps = moves
    .slice(1)
    .map(({ occurredAt, stockAfter }, n) => `H${x(n + 1, occurredAt)}V${y(stockAfter)}`)
    .join('');
  const line = `M${start}${steps}`;
  const area = `${line}V${y(min)}H${x(0, first.occurredAt)}Z`;
  return { line, area, min, max, first: first.occurredAt, last: last.occurredAt };
}

const round = (value: number) => Math.round(value * 100) / 100;
