import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text';

describe('text that is searched', () => {
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
  ])('%s is found as %s', (written, folded) => expect(foldText(written)).toBe(folded));

  it('folding twice changes nothing', () => {
    for (const text of ['ﷺ', 'İstanbul', 'ǅ', 'ﬁ', 'أٱإآ'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});
