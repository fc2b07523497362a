import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import type { QuoteContent } from '@/lib/quotes/quote-content';
import { knownKey } from '@/lib/shared/known-key';
import type { AppLocale } from '@/lib/shared/locale';
import { type Html, isolated, words } from './words';

/** Payment method and the wallet to pay to. */
export function quotePayment({ order, walletId }: QuoteContent, locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.payment' });
  const method = createTranslator({ ...words(locale), namespace: 'paymentMethod' });
  const known = knownKey(words(locale).messages.paymentMethod, order.payment_method);
  return html`<section class="card" aria-labelledby="payment">
<h2 id="payment">${t('title')}</h2>
<p>${known ? method(known) : isolated(order.payment_method)}</p>
${walletId !== null && html`<p><span class="soft">${t('wallet')}</span> ${isolated(walletId)}</p>`}
</section>`;
}
