import { describe, expect, it } from 'vitest';
import { boundedNames } from './match-message.server';
import { readMessage } from './read-message';

const total = (names: string[][]) => names.map((words) => words.join(' ')).join('').length;

describe('S13: the names that a message makes the database search for', () => {
  it('are at most 60 names, even if each of 990 words may begin with a joined "and"', () => {
    const names = boundedNames(readMessage('وxyz '.repeat(990)));
    expect(names.length).toBeGreaterThan(10);
    expect(names.length).toBeLessThanOrEqual(60);
    expect(Math.max(...names.map((words) => words.length))).toBe(24);
  });

  it.each([
    ['one word', '\ufdfa'.repeat(4990)],
    ['many lines', '\ufdfa\ufdfa\ufdfa\ufdfa\n'.repeat(998)],
  ])('have at most 10,000 folded characters, even for %s with 90,000 folded characters', (_, text) => {
    expect(total(boundedNames(readMessage(text)))).toBeLessThanOrEqual(10_000);
  });

  it('are all names of an ordinary message: first the complete names, then their parts', () => {
    expect(boundedNames(readMessage('بدي زعتر وصابون غار\nزيت زيتون'))).toEqual([
      ['زعتر', 'وصابون', 'غار'],
      ['زيت', 'زيتون'],
      ['زعتر'],
      ['صابون', 'غار'],
    ]);
  });
});
