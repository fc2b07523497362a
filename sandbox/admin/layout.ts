import { html } from 'hono/html';
import { formatMoney } from '@/lib/shared/numbers/money';
import { moneyOf } from '@/sandbox/domain/money-of';
import type { StoreRecord } from '@/sandbox/world/records';
import type { Done, Language } from './text';
import { texts } from './texts';

/** HTML as the hono/html tag returns it: every inserted value is escaped. */
export type Html = ReturnType<typeof html>;

/** Renders a complete HTML document. The language determines the text direction. */
export function page(
  language: Language,
  title: string,
  body: Html,
  bodyClass = '',
  head: Html | string = '',
): Html {
  return html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/admin.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        ${head}
      </head>
      <body class="${bodyClass}">
        ${body}
      </body>
    </html>`;
}

export type Section = 'orders' | 'products' | 'apps';

/** Renders a page of one store: the header with the navigation, the message about the last action, and the content. */
export function storePage(
  store: StoreRecord,
  section: Section,
  title: string,
  content: Html,
  done?: string,
): Html {
  return page(
    store.locale,
    `${title} · ${store.name}`,
    html`${storeHeader(store, section)}<main>${notice(store, done)}${content}</main>`,
  );
}

function notice(store: StoreRecord, done: string | undefined): Html | string {
  const notices = texts[store.locale].done;
  if (done === undefined || !Object.hasOwn(notices, done)) return '';
  return html`<p class="notice" role="status">${notices[done as Done]}</p>`;
}

export function storeHeader(store: StoreRecord, section: Section): Html {
  const text = texts[store.locale];
  const sections: Section[] = ['orders', 'products', 'apps'];
  return html`<header class="bar">
    <a class="store" href="/" title="${text.stores}"><span class="mark" aria-hidden="true">${store.name.slice(0, 1)}</span>${store.name}</a>
    <nav aria-label="${text.admin}">
      ${sections.map(
        (name) =>
          html`<a href="${storePath(store, name)}" ${name === section ? html`aria-current="page"` : ''}>${text[name]}</a>`,
      )}
    </nav>
    <span class="who">${store.staff[0]?.name}</span>
  </header>`;
}

export function storePath(store: StoreRecord, rest = ''): string {
  return `/admin/stores/${encodeURIComponent(store.id)}${rest && `/${rest}`}`;
}

export function money(store: StoreRecord, amountMinor: number, currency: string): Html {
  return html`<bdi>${formatMoney(moneyOf(amountMinor, currency), store.locale)}</bdi>`;
}

/** Formats date and time in the time zone of the store, with Latin digits. */
export function when(store: StoreRecord, timestamp: string): Html {
  const format = new Intl.DateTimeFormat(`${store.locale}-u-nu-latn`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: store.timezone,
  });
  return html`<time datetime="${timestamp}">${format.format(new Date(timestamp))}</time>`;
}
