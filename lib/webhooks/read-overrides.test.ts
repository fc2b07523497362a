import { describe, expect, it } from 'vitest';
import { readOverrides } from './read-overrides';

describe('WHK-5: the data that a user typed for a test event', () => {
  it.each<[string, ReturnType<typeof readOverrides>]>([
    ['', { ok: true, data: null }],
    [' \n', { ok: true, data: null }],
    ['{"status":"shipped"}', { ok: true, data: { status: 'shipped' } }],
    ['{', { ok: false, problem: 'not_json' }],
    ['[1]', { ok: false, problem: 'not_an_object' }],
    ['null', { ok: false, problem: 'not_an_object' }],
    ['"text"', { ok: false, problem: 'not_an_object' }],
  ])('is accepted only if it is empty or a JSON object: %s', (text, reading) => {
    expect(readOverrides(text)).toEqual(reading);
  });

  it('is refused if the JSON that would be sent has more than 16 KB', () => {
    const frame = '{"note":""}'.length;
    const of = (letters: string) => readOverrides(`{ "note": "${letters}" }`).ok;
    expect(of('x'.repeat(16 * 1024 - frame))).toBe(true);
    expect(of('x'.repeat(16 * 1024 - frame + 1))).toBe(false);
    expect(of('ش'.repeat(8 * 1024))).toBe(false);
  });
});
