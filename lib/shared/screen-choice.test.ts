import { expect, test } from 'vitest';
import { readScreenChoice, screenChoiceText } from './screen-choice';
import { nothingChosen, readerTag, type ScreenChoice } from './screen-words';

test.each<[string, ScreenChoice]>([
  ['ar.arab.dark.on', { language: 'ar', digits: 'arab', theme: 'dark', xray: 'on' }],
  ['en.-.light.-', { language: 'en', digits: null, theme: 'light', xray: null }],
  ['-.latn.-.-', { language: null, digits: 'latn', theme: null, xray: null }],
  ['-.-.-.on', { ...nothingChosen, xray: 'on' }],
  ['-.-.-.-', nothingChosen],
])('the cookie text %s gives the choice that wrote it', (text, choice) => {
  expect(readScreenChoice(text)).toEqual(choice);
  expect(screenChoiceText(choice)).toBe(text);
});

test.each([
  undefined,
  '',
  'dark',
  '..',
  'AR.ARAB.DARK',
  'fr.deva.sepia.off',
  'ar ".arab;.<dark>',
  '__proto__.constructor.toString',
  '\u0000.\ud800.%2e',
  '.'.repeat(4_000),
])('an invalid cookie text counts as nothing chosen: %j', (text) => {
  expect(readScreenChoice(text)).toEqual(nothingChosen);
});

test('one invalid word in the cookie does not affect the other words', () => {
  const dark = { digits: 'arab', theme: 'dark', xray: null };
  expect(readScreenChoice('fr.arab.dark.on')).toEqual({ ...dark, language: null, xray: 'on' });
  expect(readScreenChoice('en.arab.dark.more')).toEqual({ ...dark, language: 'en' });
  expect(readScreenChoice('en.arab.dark.on.more')).toEqual({ ...dark, language: 'en', xray: 'on' });
});

test('an older cookie with three words keeps its meaning', () => {
  expect(readScreenChoice('en.-.dark')).toEqual({ language: 'en', digits: null, theme: 'dark', xray: null });
});

test.each([
  ['ar', null, 'ar-SY-u-nu-latn'],
  ['ar', 'latn', 'ar-SY-u-nu-latn'],
  ['ar', 'arab', 'ar-SY-u-nu-arab'],
  ['en', 'arab', 'en-u-nu-latn'],
] as const)('%s with digits %s uses the tag %s', (locale, digits, tag) => {
  expect(readerTag(locale, { ...nothingChosen, digits })).toBe(tag);
});
