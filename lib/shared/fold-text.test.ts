import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text';

describe('foldText', () => {
  it.each([
    ['أحذية', 'احذيه'],
    ['قَمِيصٌ قـــطن', 'قميص قطن'],
    ['ليلى', 'ليلي'],
    ['١٠٤٢', '1042'],
    ['۱۰۴۲', '1042'],
    ['ﻻ', 'لا'],
    ['  Red   SHOES ', 'red shoes'],
    ['Café', 'café'],
    ['\0', ''],
  ])('folds %s to %s', (written, folded) => expect(foldText(written)).toBe(folded));

  it('folding a text twice gives the same result as once', () => {
    for (const text of ['ﷺ', 'İstanbul', 'ǅ', 'ﬁ', 'أٱإآ'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});
