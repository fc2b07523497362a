import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { field } from './field';
import type { AnswerProblem, Intent, ShownQuote } from './shown-quote';
import { hourInWords, type Html, words } from './words';

/**
 * Field for the last four digits of the customer's phone. Two forms of the acceptance page have this field. After a
 * refusal, each form shows again only what was typed into it.
 */
export function digitsField(shown: ShownQuote, of: 'open' | 'answer'): Html {
  const { locale, typed, problem } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  const isTyped = typed !== null && formOf(typed.intent) === of;
  const error = isTyped && problem && digitsError(problem, shown);
  return field({
    id: `${of}-digits`,
    label: t('answer.digits'),
    error,
    control: (described) => html`<input id="${of}-digits" name="digits" value="${isTyped ? typed.digits : ''}"
 inputmode="numeric" autocomplete="off" maxlength="4" dir="ltr" required ${described}>`,
  });
}

/**
 * Returns the form of the acceptance page that posts an intent (what the customer wants to do). `open` is the form that
 * only reveals the recipient's data. `answer` is the form for all other intents.
 */
export const formOf = (intent: Intent) => (intent === 'open' ? 'open' : 'answer');

function digitsError(problem: AnswerProblem, { linked, locale }: ShownQuote): Html | string | null {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.problem' });
  switch (problem.code) {
    case 'wrong_digits':
      return t('wrongDigits', { tries: problem.left });
    case 'digits_missing':
      return t('digitsMissing');
    case 'locked': {
      const time = () => hourInWords(problem.until, linked.content.store.timeZone, locale);
      return html`${t.rich('locked.body', { time })}`;
    }
    default:
      return null;
  }
}
