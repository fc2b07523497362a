import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import type { LinkAnswer } from '@/lib/orders/link/order-link';
import { icon } from '@/app/(public)/_page/icons';
import { type AppLocale, intlLocale } from '@/lib/shared/locale';
import { type Html, isolated, words } from '@/app/(public)/_page/words';
import type { ShownOrder } from './shown-order';

const styles = {
  confirmed: ['good', 'check'],
  change_requested: ['info', 'pencil'],
  declined: ['quiet', 'cross'],
} as const satisfies Record<LinkAnswer, [string, Parameters<typeof icon>[0]]>;

/** Renders the note at the top of the page: the stored answer, or the reason why the last answer was not stored. */
export function confirmNote({ linked, locale, problem, typed }: ShownOrder): Html | null {
  const t = createTranslator({ ...words(locale), namespace: 'orderLink' });
  const { given, content } = linked;
  if (given === null) {
    if (problem !== 'message_missing') return null;
    return html`<div class="note bad" role="alert">
${icon('alert')}
<div><h2>${t('problem.notSent')}</h2><p><a href="#change_requested">${t('problem.messageMissing')}</a></p></div>
</div>`;
  }
  const [tone, iconName] = styles[given.answer];
  const time = () => timeInWords(given.answeredAt, content.store, locale);
  const isRefused = problem === 'answered';
  // After the refusal, the page no longer has the form. The note therefore shows the text that the customer typed, so
  // that the customer can copy it.
  const lost = isRefused ? (typed?.message.trim() ?? '') : '';
  return html`<div class="note ${isRefused ? 'warn' : tone}" role="${isRefused ? 'alert' : 'status'}">
${icon(isRefused ? 'alert' : iconName)}
<div>${isRefused && html`<p>${t('problem.answered')}</p>`}
${lost !== '' && html`<p>${t('problem.notSentText')} ${isolated(lost)}</p>`}
<h2>${t(`state.${given.answer}.title`)}</h2>
<p>${t.rich(`state.${given.answer}.body`, { time })} ${t('call')}</p>
${given.message !== '' && html`<p>${t('yourWords')} ${isolated(given.message)}</p>`}</div>
</div>`;
}

/** Formats the day and the time of an answer in the store's time zone. */
function timeInWords(
  at: Date,
  { timeZone, country }: { timeZone: string; country: string },
  locale: AppLocale,
): Html {
  const format = new Intl.DateTimeFormat(intlLocale(locale, country), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return html`<time datetime="${at.toISOString()}"><bdi>${format.format(at)}</bdi></time>`;
}
