import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { reasonMax } from '@/lib/deliveries/stop-limits';
import { type StopView, warnsOfPart } from '@/lib/deliveries/delivery-view';
import { sumsToCollect } from '@/lib/deliveries/sums-to-collect';
import { stopCallUrl, stopChatUrl, stopMapUrl } from '@/lib/deliveries/stop-urls';
import { currencySign, plainAmount } from '@/lib/shared/numbers/money';
import { intlLocale } from '@/lib/shared/locale';
import { field } from '@/app/(public)/_page/field';
import { formAction } from '@/app/(public)/_page/page-frame';
import { amount, type Html, hourInWords, isolated, sumText, words } from '@/app/(public)/_page/words';
import type { ShownSheet } from './shown-sheet';

/**
 * Renders the card of one stop (an order on the delivery sheet). It shows whom to visit, what to collect, the stored
 * answer, and the form for a new answer. `n` is the number of the stop on the page.
 */
export function stopCard(shown: ShownSheet, stop: StopView, n: number): Html {
  const { locale, linked } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  const tPieces = createTranslator({ ...words(locale), namespace: 'deliveries.new' });
  const { content, isHidden, result, ended, pieces } = stop;
  const problem = shown.stopProblem?.stopId === stop.id ? shown.stopProblem : null;
  const form = answerForm(shown, stop, n);
  return html`<article class="card" id="stop-${n}" aria-labelledby="stop-${n}-title">
<h3 id="stop-${n}-title">${n}. ${isolated(content?.name || stop.number)}</h3>
${ended && html`<p class="error">${t(`ended.${ended}`)}</p>`}
${warnsOfPart(stop) && html`<p class="error">${t('part')}</p>`}
${isHidden && html`<p>${t('hidden')}</p>`}
${sameCustomerText(shown, stop)}
<dl class="facts">
<dt>${t('order')}</dt><dd>${isolated(stop.number)}</dd>
${!ended && html`<dt>${t('collect')}</dt><dd>${collectText(shown, stop)}</dd>`}
${pieces !== undefined && !ended && html`<dt>${t('parcel')}</dt><dd>${tPieces('pieces', { count: pieces })}</dd>`}
${content?.address && html`<dt>${t('address')}</dt><dd>${isolated(content.address)}</dd>`}
${content?.notes && html`<dt>${t('notes')}</dt><dd>${isolated(content.notes)}</dd>`}
</dl>
${contactLinks(shown, stop)}
${problem?.code === 'stale' && html`<p class="error" role="alert">${t('stale')}</p>`}
${
  result
    ? html`<p class="note good" role="status"><span>${t.rich('saved', {
        what: () => resultText(shown, stop),
        time: () => hourInWords(new Date(result.at), linked.timeZone, locale),
      })}</span></p>
<details ${problem ? 'open' : ''}><summary>${t('correct')}</summary>${form}</details>`
    : form
}
</article>`;
}

/**
 * Returns what the driver collects at a stop. An uncertain amount is not bold, so that no driver collects the amount of
 * the whole order by mistake.
 */
function collectText({ locale }: ShownSheet, stop: StopView): Html {
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  const { due } = stop;
  return warnsOfPart(stop)
    ? html`${t.rich('askStore', { amount: () => amount(due, locale) })}`
    : html`<strong>${due.amount_minor > 0 ? amount(due, locale) : t('nothing')}</strong>`;
}

/**
 * Says how many open stops (orders) are for the same customer, and the sum of them, so that the driver visits the customer
 * once. A phone number is taken as one customer. A stop is open if the driver has not answered it and it may be delivered.
 * Returns null if this stop is not open, or if there is no other open one. While an amount of them is uncertain, the text
 * has no sum, so that no driver collects the amount of a whole order by mistake.
 */
function sameCustomerText({ linked, locale }: ShownSheet, { content, ended, result }: StopView): Html | null {
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  if (!content?.phone || ended || result) return null;
  const stops = linked.stops.filter(
    (stop) => !stop.ended && !stop.result && stop.content?.phone === content.phone,
  );
  if (stops.length < 2) return null;
  const together = t('sameCustomer', { count: stops.length });
  if (stops.some(warnsOfPart)) return html`<p class="note info"><span>${together}</span></p>`;
  const sums = sumsToCollect(stops);
  return html`<p class="note info"><span>${together}: ${sums.length === 0 ? t('nothing') : sums.map((sum) => html`${sumText(sum, locale)} `)}</span></p>`;
}

function contactLinks({ locale }: ShownSheet, { content }: StopView): Html | null {
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  if (!content) return null;
  const { name, phone } = content;
  const map = stopMapUrl(content);
  const call = stopCallUrl(content);
  const chat = stopChatUrl(content);
  return html`<p class="with-button">
${call && html`<a class="button" href="${call}" aria-label="${t('call')} ${phone}">${t('call')}</a>`}
${chat && html`<a class="button" href="${chat}" target="_blank" rel="noopener noreferrer" aria-label="${t('whatsappTo', { name })}">${t('whatsapp')}</a>`}
${map && html`<a class="button" href="${map}" target="_blank" rel="noopener noreferrer" aria-label="${t('mapOf', { name })}">${t('map')}</a>`}
</p>`;
}

function resultText({ locale }: ShownSheet, { result }: StopView): Html {
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  switch (result?.answer) {
    case 'paid':
      return html`${t.rich('result.paid', { amount: () => (result.paid ? amount(result.paid, locale) : html``) })}`;
    case 'refused':
      return html`${t.rich('result.refused', { reason: () => isolated(result.reason) })}`;
    default:
      return html`${t('result.delivered')}`;
  }
}

/**
 * Renders the form for the answer to a stop (an order on the delivery sheet). `answer` is a new random id, so the same
 * form sent twice counts as one answer. `seen` is the id of the answer that this page shows. Pressing Enter sends
 * nothing, because the first submit button is disabled. If the amount is uncertain (warnsOfPart), its field starts empty.
 *
 * An order that must not be delivered has no main button. Its field starts empty too, and the answers of a delivery are
 * folded. Otherwise, a driver who presses the usual button would charge a canceled order.
 */
function answerForm(shown: ShownSheet, stop: StopView, n: number): Html {
  const { locale } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'driverPage' });
  const problem = shown.stopProblem?.stopId === stop.id ? shown.stopProblem : null;
  const { due, result, ended } = stop;
  const shownPaid = result?.paid ?? (warnsOfPart(stop) || ended ? null : due);
  const sign = currencySign(due.currency, intlLocale(locale));
  const delivered = html`${
    due.amount_minor > 0 &&
    html`${field({
      id: `paid-${n}`,
      label: t('amount', { currency: sign }),
      error: problem?.code === 'amount_wrong' && t('amountWrong'),
      control: (described) =>
        html`<input id="paid-${n}" name="paid" value="${problem?.paid ?? (shownPaid ? plainAmount(shownPaid.amount_minor, due.decimals) : '')}" inputmode="decimal" autocomplete="off" maxlength="40" dir="ltr" ${described}>`,
    })}
<button type="submit" class="${ended ? '' : 'primary'}" name="result" value="paid">${t('paid')}</button>`
  }
<button type="submit" name="result" value="delivered">${t(due.amount_minor > 0 ? 'deliveredUnpaid' : 'delivered')}</button>`;
  const isRefusalOpen = ended || problem?.code === 'reason_missing' || problem?.reason;
  return html`<form method="post" action="${formAction(locale, `#stop-${n}`)}">
<input type="hidden" name="stop" value="${stop.id}">
<input type="hidden" name="answer" value="${randomUUID()}">
<input type="hidden" name="seen" value="${result?.id ?? ''}">
<button type="submit" disabled hidden></button>
${!ended && delivered}
<details ${isRefusalOpen ? 'open' : ''}><summary>${t('refuse')}</summary>
${field({
  id: `reason-${n}`,
  label: t('reason'),
  error: problem?.code === 'reason_missing' && t('reasonMissing'),
  control: (described) =>
    html`<textarea id="reason-${n}" name="reason" maxlength="${reasonMax}" rows="2" ${described}>${problem?.reason ?? result?.reason ?? ''}</textarea>`,
})}
<button type="submit" name="result" value="refused">${t('refused')}</button>
</details>
${ended && html`<details ${problem?.code === 'amount_wrong' ? 'open' : ''}><summary>${t('deliveredBefore')}</summary>${delivered}</details>`}
</form>`;
}
