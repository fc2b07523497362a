import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { baseLocale } from '@/lib/shared/locale';
import { provinceKindOf } from '@/lib/shared/orders/province-kind';
import { digitsField } from './digits-field';
import { icon } from '@/app/(public)/_page/icons';
import { formAction } from '@/app/(public)/_page/page-frame';
import type { ShownQuote } from './shown-quote';
import { type Html, isolated, words } from '@/app/(public)/_page/words';

/**
 * Renders the recipient and the delivery address. Until the customer has typed the digits of the phone, only the first
 * letter of the name and the province are shown. This is enough for customers to recognize their own quote.
 */
export function quoteRecipient(shown: ShownQuote): Html {
  const { linked, locale, isRevealed } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.recipient' });
  const tProvince = createTranslator({ ...words(locale), namespace: 'province' });
  const { customer, shipping, shipping_address: address } = linked.content.order;
  const province = linked.content.province?.[baseLocale(locale)] ?? address?.province;
  const hidden = html`<span class="hidden">${icon('lock')}${t('hidden')}</span>`;
  const secret = (text: string) => (isRevealed ? isolated(text) : hidden);
  const row = (label: string, value: Html | null | undefined | false | '') =>
    value && html`<dt>${label}</dt><dd>${value}</dd>`;
  return html`<section class="card" aria-labelledby="recipient">
<h2 id="recipient">${t(shipping.method)}</h2>
<dl class="facts">
${row(t('name'), isolated(isRevealed ? customer.name : maskedName(customer.name)))}
${row(t('phone'), isRevealed ? html`<bdi class="number" dir="ltr">${customer.phone}</bdi>` : hidden)}
${row(t('email'), isRevealed && customer.email && isolated(customer.email))}
${row(tProvince(provinceKindOf(linked.country)), province && isolated(province))}
${row(t('city'), isRevealed && address?.city && isolated(address.city))}
${row(t('address'), address && secret(address.address))}
${row(t('notes'), isRevealed && address?.notes && isolated(address.notes))}
</dl>
${!isRevealed && (linked.areDigitsClosed ? html`<p class="unlock soft small">${t('closed')}</p>` : unlockForm(shown))}
</section>`;
}

/**
 * Shortens a name to its first letter. People of one household can then still recognize for which of them the quote is.
 */
function maskedName(name: string): string {
  return `${/[\p{L}\p{N}]/u.exec(name)?.[0] ?? ''}•••`;
}

function unlockForm(shown: ShownQuote): Html {
  const { linked, locale } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.recipient' });
  return html`<form method="post" action="${formAction(locale, '#recipient')}" class="unlock" id="unlock">
<input type="hidden" name="version" value="${linked.version}">
<input type="hidden" name="intent" value="open">
<p class="soft small">${t('why')}</p>
${digitsField(shown, 'open')}
<div><button type="submit">${t('show')}</button></div>
</form>`;
}
