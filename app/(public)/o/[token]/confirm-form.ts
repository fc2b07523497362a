import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import type { LinkAnswer } from '@/lib/orders/link/order-link';
import { field } from '@/app/(public)/_page/field';
import { formAction } from '@/app/(public)/_page/page-frame';
import { type Html, words } from '@/app/(public)/_page/words';
import type { ShownOrder } from './shown-order';

/**
 * Renders the part of the page in which the customer answers. Each answer has a form of its own, so that Enter in one
 * form never sends another answer. Returns null if the link already has an answer.
 */
export function confirmForm(shown: ShownOrder): Html | null {
  if (shown.linked.given) return null;
  const { locale, problem } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'orderLink' });
  return html`<section class="card answer" id="answer" aria-labelledby="answer-title">
<h2 id="answer-title">${t('answer')}</h2>
${formOf('confirmed', locale, html`<button type="submit" class="primary">${t('confirm')}</button>`)}
${folded('change_requested', shown, {
  summary: t('change'),
  label: t('message'),
  send: t('sendChange'),
  error: problem === 'message_missing' && t('problem.messageMissing'),
})}
${folded('declined', shown, {
  summary: t('decline'),
  label: t('reason'),
  send: t('sendDecline'),
  error: false,
})}
<p class="soft small">${t('stored')}</p>
</section>`;
}

const formOf = (answer: LinkAnswer, locale: ShownOrder['locale'], body: Html): Html =>
  html`<form method="post" action="${formAction(locale)}">
<input type="hidden" name="answer" value="${answer}">
${body}
</form>`;

type FoldedForm = { summary: string; label: string; send: string; error: string | false };

/**
 * Renders a form that is collapsed until the customer opens it. If the server refused the answer that was posted with
 * this form, the form is shown open.
 */
function folded(
  answer: Exclude<LinkAnswer, 'confirmed'>,
  { locale, typed }: ShownOrder,
  { summary, label, send, error }: FoldedForm,
): Html {
  const isTyped = typed?.answer === answer;
  const body = html`${field({
    id: answer,
    label,
    error,
    control: (described) =>
      html`<textarea id="${answer}" name="message" maxlength="2000" rows="3" ${described}>${isTyped ? typed.message : ''}</textarea>`,
  })}
<div><button type="submit">${send}</button></div>`;
  return html`<details ${isTyped ? 'open' : ''}>
<summary>${summary}</summary>
${formOf(answer, locale, body)}
</details>`;
}
