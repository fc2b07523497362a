import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { feeKindOf } from '@/lib/quotes/acceptance/delivery-fee';
import { type QuoteContent, totalMinorOf } from '@/lib/quotes/quote-content';
import type { RateLimit } from '@/lib/quotes/rate/rate-limit';
import { isSaidInverse, rateText } from '@/lib/shared/numbers/exchange-rate';
import type { AppLocale } from '@/lib/shared/locale';
import { convertBackMinor, type Money } from '@/lib/shared/numbers/money';
import { percentText } from '@/lib/shared/numbers/pair-rate';
import { amount, type Html, isolated, words } from '@/app/(public)/_page/words';

/** Renders the lines of the quote, and below them the amounts from which the total is computed. */
export function quoteLines(content: QuoteContent, locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.lines' });
  const { items, currency } = content.order;
  const inOrder = (amountMinor: number) =>
    amount({ amount_minor: amountMinor, currency, decimals: content.decimals }, locale);
  return html`<section class="card" aria-labelledby="lines">
<h2 id="lines">${t('title')} <span class="soft small">${t('count', { count: items.length })}</span></h2>
<ol class="lines">
${items.map(
  ({ name, quantity, unit_price_minor }) => html`<li class="line">
<span class="name">${isolated(name)}</span>
<span class="each">${t.rich('each', {
    quantity: () => html`<bdi class="number">${quantity}</bdi>`,
    price: () => inOrder(unit_price_minor),
  })}</span>
<span class="amount">${inOrder(quantity * unit_price_minor)}</span>
</li>`,
)}
</ol>
${totals(content, locale)}
</section>`;
}

function totals(content: QuoteContent, locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.totals' });
  const { order, decimals } = content;
  const { discount, shipping } = order;
  const money = (amountMinor: number): Html =>
    amount({ amount_minor: amountMinor, currency: order.currency, decimals }, locale);
  const row = (label: Html | string, value: Html | string, kind = '') =>
    html`<div class="${kind}"><dt>${label}</dt><dd>${value}</dd></div>`;
  const subtotalMinor = order.items.reduce((sum, line) => sum + line.quantity * line.unit_price_minor, 0);
  const fee = feeKindOf(content);
  const foreign = inStoreCurrency(content);
  return html`<dl class="totals">
${(discount || fee !== 'none') && row(t('subtotal'), money(subtotalMinor))}
${
  discount &&
  row(
    discount.title ? html`${t('discount')} (${isolated(discount.title)})` : t('discount'),
    money(-discount.amount_minor),
  )
}
${fee !== 'none' && row(t('delivery'), fee === 'charged' ? money(shipping.amount_minor) : t(fee))}
${row(t(fee === 'open' ? 'totalWithoutFee' : 'total'), money(totalMinorOf(order)), 'grand')}
${foreign && row(t('inStoreCurrency'), amount(foreign, locale))}
</dl>
${foreign && rate(content, locale)}
${content.rateLimit && rateLimit(content.rateLimit, locale)}`;
}

/** Returns the total of the quote in the store's own currency; null if the quote is in that currency anyway. */
function inStoreCurrency({ order, decimals, pricing }: QuoteContent): Money | null {
  if (!order.exchange_rate || order.currency === pricing.code) return null;
  const totalMinor = convertBackMinor(totalMinorOf(order), decimals, pricing.decimals, order.exchange_rate);
  return { amount_minor: totalMinor, currency: pricing.code, decimals: pricing.decimals };
}

/**
 * Formats the exchange rate as people say it: the price of 1 unit of the more valuable currency in the less valuable
 * currency.
 */
function rate({ order, pricing }: QuoteContent, locale: AppLocale): Html | null {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.totals' });
  const frozen = order.exchange_rate;
  if (!frozen) return null;
  const isInverse = isSaidInverse(frozen);
  const [greater, lesser] = isInverse ? [order.currency, pricing.code] : [pricing.code, order.currency];
  const [whole = '', fraction = ''] = rateText(frozen, isInverse).split('.');
  const said = { amount_minor: Number(whole + fraction), currency: lesser, decimals: fraction.length };
  return html`<p class="rate">${t.rich('rate', {
    one: () => amount({ amount_minor: 1, currency: greater, decimals: 0 }, locale),
    other: () => amount(said, locale),
  })}</p>`;
}

/**
 * Returns the text about how long the price is valid. It is valid as long as the exchange rate stays near the rate at
 * which the quote was sent.
 */
function rateLimit({ one, other, rate: base, permille }: RateLimit, locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.totals' });
  return html`<p class="rate">${t.rich('rateLimit', {
    percent: () => html`<bdi class="number">${percentText(permille)}</bdi>`,
    one: () => amount({ amount_minor: 1, currency: one, decimals: 0 }, locale),
    other: () => amount({ amount_minor: base.scaled, currency: other, decimals: base.scale }, locale),
  })}</p>`;
}
