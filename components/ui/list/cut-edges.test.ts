import { describe, expect, it } from 'vitest';
import { cutEdges } from './cut-edges';

const strip = (scrollLeft: number, scrollWidth = 500) => ({ scrollLeft, scrollWidth, clientWidth: 300 });

describe('the edges at which a row of tabs is cut off', () => {
  it.each([
    ['at its start', strip(0), 'end'],
    ['in its middle', strip(100), 'both'],
    ['at its end', strip(200), 'start'],
    ['at a fraction before its end', strip(199.4), 'start'],
    ['in its middle, in Arabic', strip(-100), 'both'],
    ['at its end, in Arabic', strip(-200), 'start'],
    ['and fits', strip(0, 300), null],
  ])('a row that is scrolled %s', (_, sizes, edges) => expect(cutEdges(sizes)).toBe(edges));
});
