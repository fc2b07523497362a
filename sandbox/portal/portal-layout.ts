import { html } from 'hono/html';
import { type Html, page } from '@/sandbox/admin/layout';
import type { Language } from '@/sandbox/admin/text';
import type { FaultEffect } from '@/sandbox/world/records';
import { portalTexts } from './portal-texts';
import type { Done } from './text';

export type Section = 'overview' | 'requests' | 'deliveries' | 'faults';

/**
 * Data for rendering a portal page: its language, its path, and its query parameters. The result of the last action is
 * one of the query parameters.
 */
export type View = { language: Language; path: string; query: Record<string, string> };

/** Returns the language of a portal page: Arabic for ?lang=ar, otherwise English. */
export function languageOf(lang: string | undefined): Language {
  return lang === 'ar' ? 'ar' : 'en';
}

/** Builds the URL of a portal page in the language of the current page. */
export function portalPath(view: View, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...(view.language === 'ar' && { lang: 'ar' }) }).toString();
  return `/portal${path}${search && `?${search}`}`;
}

/** Renders a complete portal page. With `refresh` the browser reloads the page regularly, without a script. */
export function portalPage(
  view: View,
  section: Section,
  title: string,
  content: Html,
  refresh = false,
): Html {
  const text = portalTexts[view.language];
  const sections: [Section, string][] = [
    ['overview', ''],
    ['requests', '/requests'],
    ['deliveries', '/deliveries'],
    ['faults', '/faults'],
  ];
  const other: View = { ...view, language: view.language === 'ar' ? 'en' : 'ar' };
  const { lang: _lang, done: _done, ...query } = view.query;
  return page(
    view.language,
    `${title} · ${text.portal}`,
    html`<header class="bar portal-bar">
        <a class="store" href="${portalPath(view, '')}"><span class="mark" aria-hidden="true">{}</span>${text.portal}</a>
        <nav aria-label="${text.portal}">
          ${sections.map(
            ([name, path]) =>
              html`<a href="${portalPath(view, path)}" ${name === section ? html`aria-current="page"` : ''}>${text[name]}</a>`,
          )}
          <a href="/docs${view.language === 'ar' ? '?lang=ar' : ''}">${text.docs}</a>
          <a href="/">${text.admin}</a>
          <a href="${portalPath(other, view.path, query)}" lang="${other.language}" hreflang="${other.language}">${text.otherLanguage}</a>
        </nav>
      </header>
      <main>${notice(view)}${content}</main>`,
    '',
    refresh ? html`<meta http-equiv="refresh" content="3" />` : '',
  );
}

function notice({ language, query }: View): Html | string {
  const { done } = portalTexts[language];
  const noticeText = Object.hasOwn(done, query.done ?? '') ? done[query.done as Done] : undefined;
  return noticeText
    ? html`<p class="notice" role="status">${noticeText(query.ok ?? '', query.of ?? '')}</p>`
    : '';
}

/** Renders a button that posts a form. `fields` are sent as hidden fields of the form. */
export function pressButton(
  view: View,
  path: string,
  label: string,
  fields: Record<string, string> = {},
  kind = '',
): Html {
  return html`<form method="post" action="${portalPath(view, path)}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${kind}">${label}</button>
  </form>`;
}

/** Formats a time as date and time to the second in UTC, as in logs. */
export function stamp(timestamp: string): Html {
  return html`<time datetime="${timestamp}" dir="ltr">${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC</time>`;
}

/** Renders a technical string (an id, a path, a topic), which is written from left to right even on an Arabic page. */
export function code(text: string): Html {
  return html`<code dir="ltr">${text}</code>`;
}

/** Makes a request or response body readable: JSON is indented, other text is unchanged. */
export function bodyBlock(text: string): Html {
  return html`<pre dir="ltr" tabindex="0">${pretty(text)}</pre>`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * Renders a badge with a response status. Null means that there was no response. With `redirectIsBad`, a redirect is
 * shown as a failure; without it, as neither success nor failure.
 */
export function answerBadge(view: View, status: number | null, redirectIsBad = false): Html {
  if (status === null) return statusBadge('none', portalTexts[view.language].noAnswer);
  const bad = redirectIsBad && status >= 300;
  return statusBadge(bad ? '4' : String(status), String(status));
}

/** Renders a badge that names the effect of the simulated fault; empty if no fault was applied. */
export function faultBadge(view: View, effect: FaultEffect | undefined): Html | string {
  const text = portalTexts[view.language];
  return effect === undefined
    ? ''
    : html`<span class="badge fault">${text.faultLabel}: ${text.effects[effect]}</span>`;
}

/** Renders a badge: green for success, red for failure, gray for anything else. */
export function statusBadge(status: string, label: string): Html {
  const good = /^2|^active$|^delivered$/.test(status);
  const bad = /^[45]|^dead$|^disabled$|^none$/.test(status);
  return html`<span class="badge ${good ? 'good' : bad ? 'bad' : ''}">${label}</span>`;
}
