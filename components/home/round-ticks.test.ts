import { describe, expect, it } from 'vitest';
import { roundTicks } from './round-ticks';

describe('the scale of a chart', () => {
  it.each([
    [9_300, [0, 5_000, 10_000]],
    [4_050_000, [0, 2_000_000, 4_000_000, 6_000_000]],
    [100, [0, 50, 100]],
    [3, [0, 1, 2, 3]],
    [0, [0, 1]],
  ])('for %i has round numbers up to at least that value', (max, expected) => {
    expect(roundTicks(max)).toEqual(expected);
  });
});
