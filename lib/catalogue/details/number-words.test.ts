import { describe, expect, it } from 'vitest';
import { numbersInWords } from '@/lib/catalogue/details/number-words';

describe('a number in Arabic words', () => {
  it.each([
    ['بعشرين ألف', 20],
    ['بمية وتسعين', 190],
    ['أربعمية وخمسة وعشرين ألف', 425],
    ['خمسمئة ليرة', 500],
    ['ب ثلاثين', 30],
  ])('is read: %s', (text, value) => {
    expect(numbersInWords(text).map((number) => number.value)).toEqual([value]);
  });

  it('is not read from a part of a word, nor from a choice of two numbers', () => {
    expect(numbersInWords('الستينات والعشرينيات')).toEqual([]);
    expect(numbersInWords('عشرين وثلاثين')).toEqual([]);
  });

  it('has its place without the word before it', () => {
    const text = 'الشتلة بعشرين ألف';
    const [number] = numbersInWords(text);
    expect(text.slice(number?.start, number?.end)).toBe('عشرين');
    expect(number?.isMarked).toBe(true);
  });
});
