import { describe, expect, it } from 'vitest';
import { stockSteps } from './stock-steps';

const move = (minute: number, stockAfter: number) => ({
  id: `${minute}`,
  locationId: 'loc',
  delta: 1,
  reason: 'sale',
  stockAfter,
  occurredAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});

describe('the steps of the stock chart', () => {
  it('run from the oldest movement to the newest and keep each value until the next', () => {
    expect(stockSteps([move(10, 20), move(5, 0), move(0, 10)], false)).toEqual({
      line: 'M0 50H50V100H100V0',
      area: 'M0 50H50V100H100V0V100H0Z',
      min: 0,
      max: 20,
      first: move(0, 0).occurredAt,
      last: move(10, 0).occurredAt,
    });
  });

  it('run from right to left in an RTL language', () => {
    expect(stockSteps([move(10, 20), move(0, 10)], true)?.line).toBe('M100 50H0V0');
  });

  it('go below zero, place movements of the same time side by side, and need at least two movements', () => {
    expect(stockSteps([move(10, 10), move(0, -10)], false)?.line).toBe('M0 100H100V0');
    expect(stockSteps([move(0, 1), move(0, 0), move(0, 1)], false)?.line).toBe('M0 0H50V100H100V0');
    expect(stockSteps([move(0, 1)], false)).toBeNull();
  });
});
