import { expect, test } from 'vitest';
import { readScreenChoice, screenChoiceText } from './screen-choice';
import { nothingChosen, readerTag, type ScreenChoice } from './screen-words';

test.each<[string, ScreenChoice]>([
  ['ar.arab.dark', { language: 'ar', digits: 'arab', theme: 'dark' }],
  ['en.-.light', { language: 'en', digits: null, theme: 'light' }],
  ['-.latn.-', { language: null, digits: 'latn', theme: null }],
  ['-.-.-', nothingChosen],
])('%s is read as it was written', (text, choice) => {
  expect(readScreenChoice(text)).toEqual(choice);
  expect(screenChoiceText(choice)).toBe(text);
});

test.each([
  undefined,
  '',
  'dark',
  '..',
  'AR.ARAB.DARK',
  'fr.deva.sepia',
  'ar ".arab;.<dark>',
  '__proto__.constructor.toString',
  '\u0000.\ud800.%2e',
  '.'.repeat(4_000),
])('a cookie of garbage counts as not chosen: %j', (text) => {
  expect(readScreenChoice(text)).toEqual(nothingChosen);
});

test('one word of garbage does not take the others with it', () => {
  expect(readScreenChoice('fr.arab.dark')).toEqual({ language: null, digits: 'arab', theme: 'dark' });
  expect(readScreenChoice('en.arab.dark.more')).toEqual({ language: 'en', digits: 'arab', theme: 'dark' });
});

test.each([
  ['ar', null, 'ar-SY-u-nu-latn'],
  ['ar', 'latn', 'ar-SY-u-nu-latn'],
  ['ar', 'arab', 'ar-SY-u-nu-arab'],
  ['en', 'arab', 'en-u-nu-latn'],
] as const)('%s with digits %s is written with %s', (locale, digits, tag) => {
  expect(readerTag(locale, { ...nothingChosen, digits })).toBe(tag);
});
