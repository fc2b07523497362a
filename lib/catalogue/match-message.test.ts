import { describe, expect, it } from 'vitest';
import { boundedNames } from './match-message.server';
import { readMessage } from './read-message';

const total = (names: string[][]) => names.map((words) => words.join(' ')).join('').length;

describe('S13: the names that a message makes the database search for', () => {
  it('are all parts of a single item, each with at most 24 words', () => {
    const names = boundedNames(readMessage('وxyz '.repeat(990)));
    expect(names.length).toBe(25);
    expect(Math.max(...names.map((words) => words.length))).toBe(24);
  });

  it('are at most 60, though each word of 30 items may be "and" joined to a word', () => {
    expect(boundedNames(readMessage(`${'وxyz '.repeat(20)}\n`.repeat(30)))).toHaveLength(60);
  });

  it.each([
    ['one word', '\ufdfa'.repeat(4990)],
    ['many lines', '\ufdfa\ufdfa\ufdfa\ufdfa\n'.repeat(998)],
  ])('have at most 10,000 folded characters, even for %s with 90,000 folded characters', (_, text) => {
    expect(total(boundedNames(readMessage(text)))).toBeLessThanOrEqual(10_000);
  });

  it('have at most 10,000 folded characters together, even if the items of the message have 13,000', () => {
    const names = boundedNames(readMessage(`${'\ufdfa '.repeat(24)}\n`.repeat(30)));
    expect(total(names)).toBeGreaterThan(9_000);
    expect(total(names)).toBeLessThanOrEqual(10_000);
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
