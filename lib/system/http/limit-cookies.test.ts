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

  it('S13: keeps the cookies of the app before any other cookie, wherever they are', () => {
    const session = '__Host-daftar.session.0123456789abcdef=own';
    const kept = (header: string) => limitCookies(header).split('; ');
    for (const header of [`${session}; ${cookies(64)}`, `a=b; ${session}; ${cookies(3_000)}`]) {
      expect(kept(header)).toContain(session);
      expect(kept(header)).toHaveLength(64);
      expect(kept(header).at(-1)).toBe(header.split('; ').at(-1));
    }
  });

  it('S13: keeps the last 64 cookies of the app if there are more', () => {
    const own = Array.from({ length: 480 }, (_, n) => `__Host-daftar.session.${n}=x`);
    expect(limitCookies(`${own.join('; ')}; a=b`).split('; ')).toEqual(own.slice(-64));
    expect(limitCookies(Array.from({ length: 480 }, () => own[0]).join('; ')).length).toBeLessThan(2_000);
  });

  it('S13: counts cookies without a name or a value', () => {
    expect(limitCookies(';'.repeat(15_000)).length).toBeLessThan(64);
  });
});
