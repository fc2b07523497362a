import { addMessage, type Change } from './edit-source';
import type { FieldLabel } from './field-labels';
import type { Field } from './fields';
import type { NewWrite } from './new-name';
import type { Words } from './plan';

/** The texts of the card that do not depend on the name of the write. */
const cardWords = {
  en: {
    sent: (title: string) => `Done: ${title}`,
    sentWith: (label: string) => `Done. ${label}: <value></value>`,
    notPossible: 'The present status of the order does not allow this.',
    number: 'Write a whole number, such as 3.',
    money: 'Write an amount above zero.',
    yes: 'Yes',
    no: 'No',
    check: 'open the order and see whether it has this change.',
    checkInStore: 'open the order in the store admin and see whether it has this change.',
  },
  ar: {
    sent: (title: string) => `تم: ${title}`,
    sentWith: (label: string) => `تم. ${label}: <value></value>`,
    notPossible: 'حالة الطلب الآن لا تسمح بهذا.',
    number: 'اكتب عددًا صحيحًا، مثل 3.',
    money: 'اكتب مبلغًا أكبر من الصفر.',
    yes: 'نعم',
    no: 'لا',
    check: 'افتح الطلب وانظر هل ظهر هذا التغيير فيه.',
    checkInStore: 'افتح الطلب في لوحة المتجر وانظر هل ظهر هذا التغيير فيه.',
  },
};

/**
 * Returns the changes that add the texts of a new write to the messages of one language: those of its card, and its
 * name on the other screens. `labels` has the label of each field, and last that of the answer. `reason` is the text of
 * the refusal, if it has its own code.
 */
export function cardMessages(
  write: NewWrite,
  language: 'en' | 'ar',
  title: string,
  labels: readonly FieldLabel[],
  reason: Words,
): Change[] {
  const { camel, snake, fields, shows, refuses, code, answer } = write;
  const words = cardWords[language];
  const labelOf = (field: Field) => labels[[...fields, answer].indexOf(field)];
  const wrong = fields.flatMap(({ name, type }) =>
    type === 'number' || type === 'money' ? [[name, words[type]] as const] : [],
  );
  const values = [...fields, ...(answer ? [answer] : [])].flatMap((field) => {
    const isShown = shows !== null || field === answer;
    if (field.type === 'boolean' && isShown) return [[field.name, { yes: words.yes, no: words.no }] as const];
    const names = labelOf(field)?.values.map((value) => value[language]) ?? [];
    const entries = field.values.map((value, index) => [value, names[index] ?? value] as const);
    return entries.length > 0 ? [[field.name, Object.fromEntries(entries)] as const] : [];
  });
  const texts = {
    title,
    fields: Object.fromEntries(fields.map((field) => [field.name, labelOf(field)?.[language] ?? field.name])),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    ...(wrong.length > 0 && { wrong: Object.fromEntries(wrong) }),
    send: title,
    sent: words.sent(title),
    ...(answer && { sentWith: words.sentWith(labelOf(answer)?.[language] ?? answer.name) }),
    ...(refuses?.length !== 0 && { notPossible: code === 'conflict' ? words.notPossible : reason[language] }),
  };
  return [
    addMessage([camel], texts),
    addMessage(['activity', 'kind', snake], title),
    addMessage(['activity', 'review', 'check', snake], shows === null ? words.checkInStore : words.check),
    // The text is inserted after `orderStatus`. At the end of the group, it would change the context lines of
    // docs/recipes/add-a-screen.diff, and this diff could no longer be applied.
    addMessage(['xray', 'blocks', camel], title, 'orderStatus'),
  ];
}
