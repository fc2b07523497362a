import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import type { OrderLinkContent } from '@/lib/orders/link/order-link';
import type { AppLocale } from '@/lib/shared/locale';
import type { Money } from '@/lib/shared/numbers/money';
import { amount, type Html, isolated, words } from '@/app/(public)/_page/words';

/** Renders the items of the order, the amounts that lead to its total, and the city of the delivery. */
export function orderedItems(content: OrderLinkContent, locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'orderLink' });
  const { items, discount, shipping, tax, total, due, city, isCashOnDelivery } = content;
  const row = (label: string, money: Money, kind = '') =>
    html`<div class="${kind}"><dt>${label}</dt><dd>${amount(money, locale)}</dd></div>`;
  const isPartlyPaid = due.amount_minor > 0 && due.amount_minor < total.amount_minor;
  return html`<section class="card" aria-labelledby="lines">
<h2 id="lines">${t('lines')} <span class="soft small">${t('count', { count: items.length })}</span></h2>
<ol class="lines">
${items.map(
  (item) => html`<li class="line">
<span class="name">${isolated(item.name)}</span>
<span class="each">${t.rich('quantity', { quantity: () => html`<bdi class="number">${item.quantity}</bdi>` })}</span>
<span class="amount">${amount(item.total, locale)}</span>
</li>`,
)}
</ol>
<dl class="totals">
${discount.amount_minor > 0 && row(t('discount'), { ...discount, amount_minor: -discount.amount_minor })}
${shipping.amount_minor > 0 && row(t('delivery'), shipping)}
${tax.amount_minor > 0 && row(t('tax'), tax)}
${row(t('total'), total, isPartlyPaid ? '' : 'grand')}
${isPartlyPaid && row(t(isCashOnDelivery ? 'dueOnDelivery' : 'due'), due, 'grand')}
</dl>
${city !== null && html`<p>${t.rich('city', { city: () => isolated(city) })}</p>`}
</section>`;
}
