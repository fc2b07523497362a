import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { field } from '@/app/(public)/_page/field';
import type { AnswerProblem, Intent, ShownQuote } from './shown-quote';
import { hourInWords, type Html, words } from '@/app/(public)/_page/words';

/**
 * Renders the field for the last four digits of the customer's phone. Each form of the acceptance page has one. `of` is
 * the answer that the form posts (for example, accept). After a refusal, only the form that was posted shows the typed
 * digits again.
 */
export function digitsField(shown: ShownQuote, of: Intent): Html {
  const { locale, typed, problem } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  const isTyped = typed?.intent === of;
  const error = isTyped && problem && digitsError(problem, shown);
  return field({
    id: digitsId(of),
    label: t('answer.digits'),
    error,
    control: (
      described,
    ) => html`<input id="${digitsId(of)}" name="digits" value="${isTyped ? typed.digits : ''}"
 inputmode="numeric" autocomplete="off" maxlength="4" dir="ltr" required ${described}>`,
  });
}

/**
 * Returns the HTML id of a digits field. Each form of the acceptance page has its own digits field, and
 * `intent` is the answer that the form posts.
 */
export const digitsId = (intent: Intent) => `${intent}-digits`;

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
