import { expect, test } from 'vitest';
import { readScreenChoice, screenChoiceText } from './screen-choice';
import { nothingChosen, readerTag, type ScreenChoice } from './screen-words';

test.each<[string, ScreenChoice]>([
  ['ar.arab.dark.on', { language: 'ar', digits: 'arab', theme: 'dark', xray: 'on', names: null }],
  ['en.-.light.-', { language: 'en', digits: null, theme: 'light', xray: null, names: null }],
  ['-.latn.-.-', { language: null, digits: 'latn', theme: null, xray: null, names: null }],
  ['-.-.-.on', { ...nothingChosen, xray: 'on' }],
  ['-.-.-.-', nothingChosen],
  ['-.-.-.-.later', { ...nothingChosen, names: 'later' }],
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
  const dark = { digits: 'arab', theme: 'dark', xray: null, names: null };
  expect(readScreenChoice('fr.arab.dark.on')).toEqual({ ...dark, language: null, xray: 'on' });
  expect(readScreenChoice('en.arab.dark.more')).toEqual({ ...dark, language: 'en' });
  expect(readScreenChoice('en.arab.dark.on.more')).toEqual({ ...dark, language: 'en', xray: 'on' });
});

test('an older cookie with three words keeps its meaning', () => {
  expect(readScreenChoice('en.-.dark')).toEqual({
    language: 'en',
    digits: null,
    theme: 'dark',
    xray: null,
    names: null,
  });
});

test.each([
  ['ar', null, null, 'ar-SY-u-nu-latn'],
  ['ar', 'latn', 'SY', 'ar-SY-u-nu-latn'],
  ['ar', 'arab', 'LB', 'ar-SY-u-nu-arab'],
  ['ar', 'arab', 'AE', 'ar-KW-u-nu-arab'],
  ['en', 'arab', 'KW', 'en-u-nu-latn'],
] as const)('%s with digits %s in a store in %s uses the tag %s', (locale, digits, country, tag) => {
  expect(readerTag(locale, { ...nothingChosen, digits }, country)).toBe(tag);
});

test.each([
  ['SY', 'تشرين الثاني'],
  ['LB', 'تشرين الثاني'],
  ['JO', 'تشرين الثاني'],
  ['PS', 'تشرين الثاني'],
  ['IQ', 'تشرين الثاني'],
  ['KW', 'نوفمبر'],
  ['AE', 'نوفمبر'],
  ['SA', 'نوفمبر'],
  ['EG', 'نوفمبر'],
  ['MA', 'نوفمبر'],
])(
  'in a store in %s the Arabic name of November is %s, in the Gregorian calendar with the same numbers',
  (country, month) => {
    const tag = readerTag('ar', nothingChosen, country);
    const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
    expect(format.format(new Date('2026-11-24T12:00:00Z'))).toBe(`24 ${month} 2026`);
    expect(new Intl.NumberFormat(tag).format(1_234.5)).toBe('1,234.5');
  },
);
