import { expect, test } from 'vitest';
import { arabicDigits, withArabicDigits } from './arabic-digits';

test.each([
  ['آخر 7 أيام', 'آخر ٧ أيام'],
  ['عدد صحيح من 1 إلى 1,000,000.', 'عدد صحيح من ١ إلى ١,٠٠٠,٠٠٠.'],
  ['وصل 95% منها خلال', 'وصل ٩٥٪ منها خلال'],
  ['اطبع على ورق A4', 'اطبع على ورق A4'],
  ['الطلب SY-88123 منذ 3 أيام', 'الطلب SY-88123 منذ ٣ أيام'],
  ['1042\tSY-88123', '1042\tSY-88123'],
])('arabicDigits converts "%s" to "%s"', (text, expected) => {
  expect(arabicDigits(text)).toBe(expected);
});

test('withArabicDigits keeps the argument names and plural forms of a compiled message', () => {
  // This is the format in which next-intl stores the compiled message "{p50} و95% <b1>من 7</b1> {count, plural, =0 {لا
  // شيء في 24 ساعة} other {# في 24 ساعة}}".
  const message = [
    ['p50'],
    ' و95% ',
    ['b1', 'من 7'],
    ' ',
    ['count', 2, { '=0': 'لا شيء في 24 ساعة', other: [0, ' في 24 ساعة'] }],
  ];
  expect(withArabicDigits({ a: { b2: message } })).toEqual({
    a: {
      b2: [
        ['p50'],
        ' و٩٥٪ ',
        ['b1', 'من ٧'],
        ' ',
        ['count', 2, { '=0': 'لا شيء في ٢٤ ساعة', other: [0, ' في ٢٤ ساعة'] }],
      ],
    },
  });
});
