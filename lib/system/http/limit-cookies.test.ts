import { describe, expect, it } from 'vitest';
import { limitCookies } from './limit-cookies';

const cookies = (count: number) => Array.from({ length: count }, (_, n) => `c${n}=x`).join('; ');

describe('limitCookies', () => {
  it('leaves up to 64 cookies unchanged', () => {
    for (const header of ['', 'a=b', 'a=b;c', cookies(64)]) expect(limitCookies(header)).toBe(header);
  });

  it('S13: keeps the last 64 cookies, which are the newest', () => {
    const kept = limitCookies(`${cookies(3_000)}; own=1`).split('; ');
    expect(kept).toHaveLength(64);
    expect(kept[0]).toBe('c2937=x');
    expect(kept.at(-1)).toBe('own=1');
  });

  it('S13: counts cookies without a name or a value', () => {
    expect(limitCookies(';'.repeat(15_000)).length).toBeLessThan(64);
  });
});
