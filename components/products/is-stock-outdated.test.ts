import { expect, it } from 'vitest';
import { isStockOutdated } from './is-stock-outdated';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();

it.each([
  ['a movement after the read and the last change', { readAt: at(10), updatedAt: at(5) }, at(12), true],
  ['a movement before the read', { readAt: at(10), updatedAt: at(5) }, at(8), false],
  // The clocks of the app and the platform differ. So the movement seems to be later than the read that includes it.
  [
    'a movement that changed the product as it was read',
    { readAt: at(10), updatedAt: at(12) },
    at(12),
    false,
  ],
  [
    'a movement after the read of a product without a date',
    { readAt: at(10), updatedAt: null },
    at(12),
    true,
  ],
  [
    'the same time in another notation',
    { readAt: at(10), updatedAt: '2026-01-01T00:00:12+00:00' },
    at(12),
    false,
  ],
])('%s: outdated %s', (_, product, occurredAt, expected) => {
  expect(isStockOutdated(product, { occurredAt })).toBe(expected);
});

it('a variant without movements has no outdated stock', () => {
  expect(isStockOutdated({ readAt: at(10), updatedAt: at(5) }, undefined)).toBe(false);
});
