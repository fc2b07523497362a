import { expect, it } from 'vitest';
import { isMessageTexts, mergeTexts } from '@/lib/shared/messages/merge-texts';
import { mergeSetting } from './merge-setting';

const texts = (ar: string, en: string) => ({ ar, en });

it('stores a changed value if nobody else has changed it', () => {
  expect(mergeSetting(30, 90, 90)).toBe(30);
  expect(mergeSetting(true, false, false)).toBe(true);
  expect(mergeSetting(texts('ج', 'a'), texts('ا', 'a'), texts('ا', 'a'))).toEqual(texts('ج', 'a'));
});

it('does not replace a value that the user has not changed, in either language', () => {
  expect(mergeSetting(90, 90, 30)).toBe(30);
  expect(mergeSetting(texts('ج', 'a'), texts('ا', 'a'), texts('ا', 'b'))).toEqual(texts('ج', 'b'));
});

it('stores nothing if another user has changed the same value', () => {
  expect(mergeSetting(30, 90, 60)).toBeNull();
  expect(mergeSetting(texts('ج', 'a'), texts('ا', 'a'), texts('ب', 'a'))).toBeNull();
});

it('accepts the same change of two users, and a second save of the same change', () => {
  expect(mergeSetting(30, 90, 30)).toBe(30);
  expect(mergeSetting(texts('ج', 'a'), texts('ا', 'a'), texts('ج', 'a'))).toEqual(texts('ج', 'a'));
});

it('keeps the typed text of a form and takes over the other stored text', () => {
  expect(mergeTexts(texts('ج', 'a'), texts('ا', 'a'), texts('ب', 'b'))).toEqual(texts('ج', 'b'));
});

it('recognizes texts in both languages among saved values', () => {
  expect(isMessageTexts(texts('', 'a'))).toBe(true);
  for (const other of [null, 'x', [], { ar: 'x' }, { ar: 'x', en: 1 }])
    expect(isMessageTexts(other), JSON.stringify(other)).toBe(false);
});
