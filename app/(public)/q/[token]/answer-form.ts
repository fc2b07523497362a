import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { digitsField } from './digits-field';
import { field } from '@/app/(public)/_page/field';
import { formAction } from '@/app/(public)/_page/page-frame';
import { type Intent, isAnswerable, type ShownQuote } from './shown-quote';
import { type Html, words } from '@/app/(public)/_page/words';

/**
 * Renders the part of the acceptance page in which the customer accepts the quote, requests a change or declines it.
 * Each answer has a form of its own, so that Enter in one form never sends another answer. Returns null if the quote
 * can no longer be answered.
 */
export function answerForm(shown: ShownQuote): Html | null {
  if (!isAnswerable(shown)) return null;
  const t = createTranslator({ ...words(shown.locale), namespace: 'acceptance.answer' });
  return html`<section class="card answer" id="answer" aria-labelledby="answer-title">
<h2 id="answer-title">${t('title')}</h2>
${!shown.linked.isRateMoved && acceptance(shown)}
${changeRequest(shown)}
${refusal(shown)}
</section>`;
}

/**
 * Renders the form of one answer. Hidden fields contain the answer and the version of the quote on the page, so that
 * the answer applies only to this version. If the page shows the customer's details, another hidden field contains the
 * unlock digits that the customer typed. The server checks these digits again when the answer is posted.
 */
function formOf(intent: Intent, shown: ShownQuote, parts: { above: Html; below: Html }): Html {
  const { linked, locale, isRevealed, typed } = shown;
  return html`<form method="post" action="${formAction(locale)}" id="${intent}">
<input type="hidden" name="version" value="${linked.version}">
<input type="hidden" name="intent" value="${intent}">
${parts.above}
${isRevealed ? html`<input type="hidden" name="digits" value="${typed?.digits}">` : digitsField(shown, intent)}
${parts.below}
</form>`;
}

/**
 * Renders the form that accepts the quote. Enter in a field presses the first submit button of its form. In this form,
 * the first submit button is hidden and disabled, so Enter sends nothing. Only a press on the visible button accepts
 * the quote.
 */
function acceptance(shown: ShownQuote): Html {
  const { locale, typed, problem } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  return formOf('accept', shown, {
    above: html`<button type="submit" disabled hidden></button>
<p class="soft small">${t('answer.intro')}</p>
${field({
  id: 'name',
  label: t('answer.name'),
  error: problem?.code === 'name_missing' && t('problem.nameMissing'),
  control: (described) =>
    html`<input id="name" name="name" value="${typed?.name}" autocomplete="name" maxlength="255" required ${described}>`,
})}`,
    below: html`<button type="submit" class="primary">${t('answer.accept')}</button>
<p class="soft small">${t('answer.stored')}</p>`,
  });
}

function changeRequest(shown: ShownQuote): Html {
  const { locale, typed, problem } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  return folded('request_change', shown, {
    summary: t('answer.requestChange'),
    control: field({
      id: 'message',
      label: t('answer.change'),
      error: problem?.code === 'message_missing' && t('problem.messageMissing'),
      control: (described) =>
        html`<textarea id="message" name="message" maxlength="2000" rows="3" ${described}>${typed?.message}</textarea>`,
    }),
    send: t('answer.sendChange'),
  });
}

function refusal(shown: ShownQuote): Html {
  const { locale, typed } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.answer' });
  return folded('decline', shown, {
    summary: t('decline'),
    control: field({
      id: 'reason',
      label: t('reason'),
      error: false,
      control: () =>
        html`<textarea id="reason" name="reason" maxlength="2000" rows="3">${typed?.reason}</textarea>`,
    }),
    send: t('sendDecline'),
  });
}

/**
 * Renders a form that is collapsed until the customer opens it. If the server refused the answer that was posted with
 * this form, the form is shown open.
 */
function folded(
  intent: 'request_change' | 'decline',
  shown: ShownQuote,
  { summary, control, send }: { summary: string; control: Html; send: string },
): Html {
  return html`<details ${shown.typed?.intent === intent ? 'open' : ''}>
<summary>${summary}</summary>
${formOf(intent, shown, { above: control, below: html`<div><button type="submit">${send}</button></div>` })}
</details>`;
}
