import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { digitsField } from './digits-field';
import { field } from './field';
import { formAction } from './page-frame';
import { isAnswerable, type ShownQuote } from './shown-quote';
import { type Html, words } from './words';

/**
 * The HTML form in which the customer accepts the quote, declines it or requests a change. All three buttons are in one
 * form. So the customer types the last four digits of the phone only once, and pressing another button loses no input.
 * A hidden field holds the version of the quote on the page, so no other version can be accepted. Returns null if the
 * quote can no longer be answered.
 */
export function answerForm(shown: ShownQuote): Html | null {
  if (!isAnswerable(shown)) return null;
  const { linked, locale, isRevealed, typed } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.answer' });
  return html`<section class="card answer" id="answer" aria-labelledby="answer-title">
<h2 id="answer-title">${t('title')}</h2>
<form method="post" action="${formAction(locale)}">
<input type="hidden" name="version" value="${linked.version}">
<div class="accept">
<p class="soft small">${t('intro')}</p>
${nameField(shown)}
${isRevealed ? html`<input type="hidden" name="digits" value="${typed?.digits}">` : digitsField(shown, 'answer')}
<button type="submit" name="intent" value="accept" class="primary">${t('accept')}</button>
<p class="soft small">${t('stored')}</p>
</div>
${changeRequest(shown)}
${refusal(shown)}
</form>
</section>`;
}

function nameField({ locale, typed, problem }: ShownQuote): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  return field({
    id: 'name',
    label: t('answer.name'),
    error: problem?.code === 'name_missing' && t('problem.nameMissing'),
    control: (described) =>
      html`<input id="name" name="name" value="${typed?.name}" autocomplete="name" maxlength="255" required ${described}>`,
  });
}

function changeRequest({ locale, typed, problem }: ShownQuote): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  const isBegun = typed?.intent === 'ask_change';
  return html`<details ${isBegun ? 'open' : ''}>
<summary>${t('answer.requestChange')}</summary>
<div class="inside">
${field({
  id: 'message',
  label: t('answer.change'),
  error: problem?.code === 'message_missing' && t('problem.messageMissing'),
  control: (described) =>
    html`<textarea id="message" name="message" maxlength="2000" rows="3" ${described}>${typed?.message}</textarea>`,
})}
<button type="submit" name="intent" value="ask_change" formnovalidate>${t('answer.sendChange')}</button>
</div>
</details>`;
}

function refusal({ locale, typed }: ShownQuote): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.answer' });
  return html`<details ${typed?.intent === 'decline' ? 'open' : ''}>
<summary>${t('decline')}</summary>
<div class="inside">
${field({
  id: 'reason',
  label: t('reason'),
  error: false,
  control: () =>
    html`<textarea id="reason" name="reason" maxlength="2000" rows="3">${typed?.reason}</textarea>`,
})}
<button type="submit" name="intent" value="decline" formnovalidate>${t('sendDecline')}</button>
</div>
</details>`;
}
