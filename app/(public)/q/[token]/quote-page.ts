import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { feeKindOf } from '@/lib/quotes/acceptance/delivery-fee';
import { type QuoteContent, totalMinorOf } from '@/lib/quotes/quote-content';
import { answerForm } from './answer-form';
import { icon } from '@/app/(public)/_page/icons';
import { otherLanguage, pageFrame } from '@/app/(public)/_page/page-frame';
import { quoteLines } from './quote-lines';
import { quoteNote } from './quote-note';
import { quoteRecipient } from './quote-recipient';
import { storeContact } from '@/app/(public)/_page/store-contact';
import { isAnswerable, type ShownQuote } from './shown-quote';
import {
  amount,
  dayInWords,
  type Html,
  isolated,
  withoutDirections,
  words,
} from '@/app/(public)/_page/words';
import type { AppLocale } from '@/lib/shared/locale';
import { paymentMethodKey } from '@/lib/shared/orders/payment-method';

/**
 * Renders the page on which a customer reads and answers a quote. The page does not show the merchant's note, tags or
 * attributes.
 */
export function quotePage(shown: ShownQuote): Html {
  const { linked, locale } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  const title = t('documentTitle', { store: withoutDirections(linked.content.store.name) });
  const form = answerForm(shown);
  const contact = storeContact({
    contact: linked.contact,
    locale,
    message: t('page.about', { number: linked.number }),
  });
  return pageFrame({
    locale,
    title,
    head: previewCard(title, t('preview'), locale),
    body: html`${pageTop(shown)}
<main class="wide ${form && 'two'}">
${quoteNote(shown)}
${!form && contact}
${!linked.isClosed && quoteSheet(shown)}
${form}
${form && contact}
</main>
<footer class="wide foot">${t('page.footer')}</footer>`,
  });
}

/** Renders the part of the acceptance page with the quote lines, the payment method and the recipient. */
function quoteSheet(shown: ShownQuote): Html {
  const { linked, locale } = shown;
  return html`<div class="sheet">
${quoteLines(linked.content, locale)}
${quotePayment(linked.content, locale)}
${quoteRecipient(shown)}
${isAnswerable(shown) && answerBar(shown)}
</div>`;
}

/**
 * Returns the HTML tags for the link preview in chats. The preview contains the name of the store, but nothing about
 * the customer or the quote.
 */
const previewCard = (title: string, description: string, locale: string): Html =>
  html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:locale" content="${locale}">`;

function pageTop({ linked, locale }: ShownQuote): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance' });
  const { store, validUntil } = linked.content;
  const day = () => dayInWords(validUntil, locale, linked.country);
  return html`<header class="top"><div class="wide">
<div class="top-row">
<span class="mark" aria-hidden="true">${/[\p{L}\p{N}]/u.exec(store.name)?.[0]}</span>
<span class="store">${isolated(store.name)}</span>
${otherLanguage(locale)}
</div>
<h1>${t.rich('page.heading', { number: () => isolated(linked.number) })} <span class="version">${t('page.version', { version: linked.version })}</span></h1>
${
  !linked.isClosed &&
  html`<p class="sum">${total(linked.content, locale)}</p>
<p class="valid">${icon('clock')}<span>${t.rich('page.validUntil', { day })}</span></p>`
}
</div></header>`;
}

/**
 * Renders the bar at the bottom of the screen with a link to the answer form. The bar disappears when the form is
 * visible. On a narrow phone the link shows a short text as generated content (linkPageStyle). The full text stays its
 * accessible name.
 */
function answerBar({ linked, locale }: ShownQuote): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.page' });
  return html`<div class="bar">
<span><span class="soft small">${t(feeKindOf(linked.content) === 'open' ? 'totalWithoutFee' : 'total')}</span><br>${total(linked.content, locale)}</span>
<a class="button primary" href="#answer"><span class="full">${t('goToAnswer')}</span><span class="short" aria-hidden="true" data-short="${t('goToAnswerShort')}"></span></a>
</div>`;
}

const total = (content: ShownQuote['linked']['content'], locale: ShownQuote['locale']): Html =>
  amount(
    {
      amount_minor: totalMinorOf(content.order),
      currency: content.order.currency,
      decimals: content.decimals,
    },
    locale,
  );

/** Renders the payment method, and the id of the wallet if the customer pays to a wallet. */
function quotePayment({ order, walletId }: QuoteContent, locale: AppLocale): Html {
  const t = createTranslator({ ...words(locale), namespace: 'acceptance.payment' });
  const method = createTranslator({ ...words(locale), namespace: 'paymentMethod' });
  const key = paymentMethodKey(order.payment_method, { isPickup: order.shipping.method === 'pickup' });
  return html`<section class="card" aria-labelledby="payment">
<h2 id="payment">${t('title')}</h2>
<p>${key ? method(key) : isolated(order.payment_method)}</p>
${walletId !== null && html`<p><span class="soft">${t('wallet')}</span> ${isolated(walletId)}</p>`}
</section>`;
}
