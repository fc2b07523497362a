import { html } from 'hono/html';
import { createTranslator } from 'next-intl';
import { otherLanguage, pageFrame } from '@/app/(public)/_page/page-frame';
import { storeContact } from '@/app/(public)/_page/store-contact';
import { amount, type Html, isolated, withoutDirections, words } from '@/app/(public)/_page/words';
import { confirmForm } from './confirm-form';
import { confirmNote } from './confirm-note';
import { orderedItems } from './ordered-items';
import type { ShownOrder } from './shown-order';

/**
 * Renders the page on which a customer confirms an order with one press, asks for a change or says that the order is
 * not wanted.
 */
export function confirmPage(shown: ShownOrder): Html {
  const { linked, locale } = shown;
  const t = createTranslator({ ...words(locale), namespace: 'orderLink' });
  const { content } = linked;
  const form = confirmForm(shown);
  const contact = storeContact({
    contact: linked.contact,
    locale,
    message: t('about', { number: content.number }),
  });
  const title = t('documentTitle', { store: withoutDirections(content.store.name) });
  return pageFrame({
    locale,
    title,
    // The link preview in chats contains the name of the store, but nothing about the customer or the order.
    head: html`<meta name="description" content="${t('preview')}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${t('preview')}">
<meta property="og:locale" content="${locale}">`,
    body: html`${pageTop(shown)}
<main class="wide two">
${confirmNote(shown)}
${!form && contact}
<div class="sheet">
${orderedItems(content, locale)}
</div>
${form}
${form && contact}
</main>
<footer class="wide foot">${t('footer')}</footer>`,
  });
}

function pageTop({ linked, locale }: ShownOrder): Html {
  const t = createTranslator({ ...words(locale), namespace: 'orderLink' });
  const { store, number, due, isCashOnDelivery, firstName } = linked.content;
  const label = isCashOnDelivery ? 'dueOnDelivery' : 'due';
  return html`<header class="top"><div class="wide">
<div class="top-row">
<span class="mark" aria-hidden="true">${/[\p{L}\p{N}]/u.exec(store.name)?.[0]}</span>
<span class="store">${isolated(store.name)}</span>
${otherLanguage(locale)}
</div>
<h1>${t.rich('heading', { number: () => isolated(number) })}</h1>
${
  due.amount_minor === 0
    ? html`<p class="sum">${t('paid')}</p>`
    : html`<p class="valid">${t(label)}</p>
<p class="sum">${amount(due, locale)}</p>`
}
${
  linked.given === null &&
  html`<p class="valid"><span>${
    firstName === null ? t('isThis') : t.rich('greeting', { name: () => isolated(firstName) })
  }</span></p>`
}
</div></header>`;
}
