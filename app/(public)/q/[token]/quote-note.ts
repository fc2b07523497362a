import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { digitsId } from './digits-field';
import { icon } from '@/app/(public)/_page/icons';
import type { AppLocale } from '@/lib/shared/locale';
import { type AnswerProblem, type ShownQuote } from './shown-quote';
import { hourInWords, type Html, isolated, words } from '@/app/(public)/_page/words';

/**
 * Renders the note at the top of the acceptance page: the state of the quote, or why the customer's last answer was not
 * accepted. Returns null if there is nothing to show.
 */
export function quoteNote(shown: ShownQuote): Html | null {
  return shown.problem ? problemNote(shown, shown.problem) : stateNote(shown);
}

function stateNote({ linked, locale }: ShownQuote): Html | null {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.state' });
  switch (linked.state) {
    case 'sent':
    case 'opened':
      if (linked.areDigitsClosed) return digitsClosedNote(locale, 'status');
      if (linked.changeRequested)
        return note(
          'info',
          'pencil',
          t('changeRequested.title'),
          t(linked.isRateMoved ? 'changeRequested.rateMoved' : 'changeRequested.body'),
        );
      return linked.isRateMoved ? rateMovedNote(locale, 'status') : null;
    // The state "accepted" is shown to the customer even if creating the sales order has failed. The customer need not
    // know about that failure, because only the seller can repair the order.
    case 'accepted':
    case 'needs_attention':
      return note('good', 'check', t('accepted.title'), t('accepted.body'));
    case 'converted': {
      const number = () => html`<strong>${isolated(linked.orderNumber ?? '')}</strong>`;
      return note('good', 'check', t('converted.title'), html`${t.rich('converted.body', { number })}`);
    }
    case 'declined':
      return note('quiet', 'cross', t('declined.title'), t('declined.body'));
  }
}

function problemNote({ linked, locale, typed }: ShownQuote, problem: AnswerProblem): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.problem' });
  const toField = (id: string, text: string) =>
    note(
      'bad',
      'alert',
      t(typed?.intent === 'open' ? 'notShown' : 'notSent'),
      html`<a href="#${id}">${text}</a>`,
      'alert',
    );
  const digits = digitsId(typed?.intent ?? 'open');
  switch (problem.code) {
    case 'stale':
      return note('warn', 'alert', t('stale.title'), t('stale.body'), 'alert');
    case 'locked': {
      const time = () => hourInWords(problem.until, linked.content.store.timeZone, locale);
      return note('bad', 'lock', t('locked.title'), html`${t.rich('locked.body', { time })}`, 'alert');
    }
    case 'closed':
      return digitsClosedNote(locale, 'alert');
    case 'rate_moved':
      return rateMovedNote(locale, 'alert');
    case 'wrong_digits':
      return toField(digits, t('wrongDigits', { tries: problem.left }));
    case 'digits_missing':
      return toField(digits, t('digitsMissing'));
    case 'name_missing':
      return toField('name', t('nameMissing'));
    case 'message_missing':
      return toField('message', t('messageMissing'));
  }
}

function digitsClosedNote(locale: AppLocale, role: 'status' | 'alert'): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.problem.closed' });
  return note('bad', 'lock', t('title'), t('body'), role);
}

function rateMovedNote(locale: AppLocale, role: 'status' | 'alert'): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.state.rateMoved' });
  return note('warn', 'clock', t('title'), t('body'), role);
}

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet';

const note = (
  tone: Tone,
  iconName: Parameters<typeof icon>[0],
  title: string,
  body: Html | string,
  role: 'status' | 'alert' = 'status',
): Html => html`<div class="note ${tone}" role="${role}">
${icon(iconName)}
<div><h2>${title}</h2><p>${body}</p></div>
</div>`;
