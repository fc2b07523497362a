import { html } from 'hono/html';
import { sourceLink } from '@/lib/shared/source-link';
import { type Html, page, storePath } from '@/sandbox/admin/layout';
import type { Language } from '@/sandbox/admin/text';
import type { LoggedCall } from '@/sandbox/portal/call-log';
import { code } from '@/sandbox/portal/portal-layout';
import type { DeliveryRecord } from '@/sandbox/world/records';
import { appRowsOf, deliveriesOf, type Goal, type Row, rowsOf, type Seen } from './seen';
import { sourceOf, type StopName, stopNames } from './stops';
import type { StopText, Texts } from './text';
import { tourTexts } from './tour-texts';

/** The names of the buttons of the tour that change something in the sandbox. */
export type Press = keyof Texts['pressed'];

/** Returns the button of a stop; undefined if the stop has none. Only a tour with a host (TourHost) can kill the app. */
export function pressOf(stop: StopName, hasHost: boolean): Press | undefined {
  if (stop === 'answer') return hasHost ? 'killApp' : 'loseAnswer';
  if (stop === 'webhook') return 'loseEvent';
  return stop === 'uninstall' ? 'uninstall' : undefined;
}

/** Returns the texts of a stop. If no host can kill the app, the stop `answer` has other texts. */
function stopText(text: Texts, stop: StopName, hasHost: boolean): StopText {
  return stop === 'answer' && !hasHost ? text.lostAnswer : text.stops[stop];
}

/**
 * Data of a page of the tour. `screens` has the URL of each iframe of the app. `notice` is the message about the last
 * action; it is needed only for a browser without scripts.
 */
export type TourView = {
  stop: StopName;
  language: Language;
  seen: Seen;
  goals: Goal[];
  screens: string[];
  /** True if the page shows the screen for developers instead of the screens of the stop. */
  showsDevelopers: boolean;
  notice: string | undefined;
  /** True if the tour has a host, which can kill the app and read its rows (TourHost). */
  hasHost: boolean;
  /** The URL below which the files of the repository open (sourceUrl); null if there are no links. */
  filesUrl: string | null;
};

/** Returns the path of a page of the tour in one language. */
export function tourPath(language: Language, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...(language === 'ar' && { lang: 'ar' }) }).toString();
  return `/tour/${path}${search && `?${search}`}`;
}

/** Renders the page of a stop: its text and buttons, what has happened so far, and the screens of the app. */
export function tourPage(view: TourView): Html {
  const { stop, language } = view;
  const text = tourTexts[language];
  const { title, story, steps } = stopText(text, stop, view.hasHost);
  const place = text.place(stopNames.indexOf(stop) + 1, stopNames.length);
  return page(
    language,
    `${title} · ${text.tour}`,
    html`${header(view)}
      <main>
        <div class="stop" data-seen="${tourPath(language, `${stop}/seen`)}">
          <p class="intro">${place}</p>
          <h1>${title}</h1>
          ${story.map((paragraph) => html`<p>${paragraph}</p>`)}
          <section class="panel">
            <h2>${text.todo}</h2>
            <ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
            ${action(view)}
            <p class="notice" role="status" data-notice>${view.notice ?? ''}</p>
          </section>
          ${xray(view)}
          <p class="notice stale" role="status" data-stale="${text.stale}"></p>
          ${seenParts(view)}
          <section>
            <h2>${text.source}</h2>
            <p>${sourceText(view, sourceOf[stop].pattern)}<br />${sourceText(view, sourceOf[stop].file)}</p>
          </section>
          ${steppers(view)}
        </div>
        <div class="screens">${screens(view)}</div>
      </main>`,
    'touring',
    html`<script type="module" src="/assets/tour.js"></script>`,
  );
}

/** Renders the path of a file of the repository, as a link if the files have a URL. */
function sourceText({ filesUrl }: TourView, place: string): Html {
  if (filesUrl === null) return code(place);
  const { href, isPage } = sourceLink(filesUrl, place);
  return html`<a href="${href}" ${isPage ? html`target="_blank" rel="noreferrer"` : ''}>${code(place)}</a>`;
}

function header({ stop, language, hasHost }: TourView): Html {
  const text = tourTexts[language];
  const other: Language = language === 'ar' ? 'en' : 'ar';
  return html`<header class="bar portal-bar">
    <a class="store" href="${tourPath(language, 'install')}"><span class="mark" dir="ltr" aria-hidden="true">1–${stopNames.length}</span>${text.tour}</a>
    <nav aria-label="${text.tour}">
      ${stopNames.map(
        (name, index) =>
          html`<a href="${tourPath(language, name)}" title="${stopText(text, name, hasHost).title}" ${name === stop ? html`aria-current="page"` : ''}><span class="hidden">${stopText(text, name, hasHost).title} </span>${index + 1}</a>`,
      )}
      <a href="/portal${language === 'ar' ? '?lang=ar' : ''}" target="_blank">${text.portal}</a>
      <a href="${tourPath(other, stop)}" lang="${other}" hreflang="${other}">${text.otherLanguage}</a>
    </nav>
  </header>`;
}

/**
 * Renders the control of a stop: a button, a link, or the form for the link of a quote. It stands in the text of the
 * stop.
 */
function action({ stop, language, seen, hasHost }: TourView): Html | string {
  const text = tourTexts[language];
  if (stop === 'install')
    return html`<p><a class="button primary" href="${storePath(seen.store, 'apps')}" target="_blank">${text.apps}</a></p>`;
  if (seen.install?.status !== 'active') return '';
  if (stop === 'quote')
    return html`<form action="${tourPath(language, 'quote/phone')}" method="post" target="phone" class="fields" data-window>
      <label class="span">${text.link}<input name="link" type="url" dir="ltr" required autocomplete="off" /></label>
      <button class="primary">${text.press.phone}</button>
    </form>`;
  const press = pressOf(stop, hasHost);
  return press
    ? html`<form method="post" action="${tourPath(language, `${stop}/${press}`)}" data-pressed="${text.pressed[press]}">
        <button class="${press === 'uninstall' ? 'danger' : 'primary'}">${text.press[press]}</button>
      </form>`
    : '';
}

/**
 * Renders the link to the screen for developers, on which the reader switches on the X-ray. The X-ray shows where the
 * data of a screen comes from. While the page shows that screen, it renders the link back to the stop.
 */
function xray({ stop, language, seen, screens: urls, showsDevelopers }: TourView): Html | string {
  const text = tourTexts[language];
  if (seen.install?.status !== 'active' || (stop === 'install' && urls.length === 0)) return '';
  return showsDevelopers
    ? html`<p><a class="button primary" href="${tourPath(language, stop)}">${text.xrayBack}</a></p>`
    : html`<p class="intro"><a href="${tourPath(language, stop, { screen: 'developers' })}">${text.xray}</a>. ${text.xrayHint}</p>`;
}

function steppers({ stop, language, hasHost }: TourView): Html {
  const text = tourTexts[language];
  const index = stopNames.indexOf(stop);
  const [previous, next] = [stopNames[index - 1], stopNames[index + 1]];
  return html`<div class="actions">
    ${previous ? html`<a class="button" href="${tourPath(language, previous)}">${text.previous}</a>` : ''}
    ${next ? html`<a class="button primary" href="${tourPath(language, next)}">${text.next}: ${stopText(text, next, hasHost).title}</a>` : ''}
  </div>`;
}

function screens({ stop, language, seen, screens: urls }: TourView): Html | Html[] {
  const text = tourTexts[language];
  const name = seen.world.apps.values()[0]?.name ?? '';
  if (stop === 'install' && urls.length === 0)
    return html`<div class="no-screen"><p><a href="${storePath(seen.store)}" target="_blank">${text.admin}: ${seen.store.name}</a></p></div>`;
  if (seen.install?.status !== 'active')
    return html`<div class="no-screen"><p>${text.notInstalled}</p><p><a class="button" href="${tourPath(language, 'install')}">${text.goToInstall}</a></p></div>`;
  if (urls.length === 0)
    return html`<div class="no-screen"><p>${text.noOrder}</p><p><a class="button" href="${tourPath(language, 'price')}">${text.goToPrice}</a></p></div>`;
  return urls.map(
    (url, index) =>
      html`<iframe src="${url}" title="${urls.length > 1 ? text.screen(index + 1) : name}" allow="clipboard-write"></iframe>`,
  );
}

/**
 * Renders the page for a wrong link, in the window that represents the customer's phone. It is shown if the user of the
 * tour pasted a text that is not the link of a quote.
 */
export function badLinkPage(language: Language): Html {
  const text = tourTexts[language];
  return page(
    language,
    text.link,
    html`<main class="card"><h1>${text.link}</h1><p>${text.badLink}</p></main>`,
    'centered',
  );
}

const listedMax = 8;

/**
 * Returns true for the goal after which the app of the first stop can be opened. The app subscribes after it has stored
 * the install. Before that, a launch would ask the reader to sign in.
 */
export const canOpen = ({ name, proof }: Goal) => name === 'subscribed' && proof !== null;

/**
 * Renders what has happened so far. The script of the page replaces each part that changed. A part must not contain a
 * link, a button or a field, because it would lose the focus when the part is replaced. If the part with `data-reload`
 * changed, the script loads the page again, so that the page of the first stop shows the app as soon as it can be opened.
 */
export function seenParts({
  stop,
  language,
  seen,
  goals,
}: Pick<TourView, 'stop' | 'language' | 'seen' | 'goals'>): Html {
  const text = tourTexts[language];
  const appRows = appRowsOf(stop, seen);
  return html`${stop === 'install' ? html`<p hidden data-part="screens" data-reload>${goals.find(canOpen) ? seen.install?.id : ''}</p>` : ''}<section class="panel">
      <h2>${text.goalsTitle}</h2>
      <ul class="goals" aria-live="polite">${goals.map((goal) => goalItem(text, goal))}</ul>
      <p class="intro">${text.goalsHint}</p>
    </section>
    <section>
      <h2>${text.rows}</h2>
      ${list(text, 'rows', rowsOf(stop, seen), rowItem)}
    </section>
    <section>
      <h2>${text.appRows}</h2>
      ${appRows === null ? '' : list(text, 'app-rows', appRows, rowItem)}
      <p class="intro">${appRows === null ? text.noAppRows : text.appRowsHint}</p>
    </section>
    <section>
      <h2>${text.requests}</h2>
      ${list(text, 'requests', seen.calls.slice(0, listedMax), (call) => callItem(text, call))}
    </section>
    <section>
      <h2>${text.events}</h2>
      ${list(text, 'events', deliveriesOf(seen).reverse().slice(0, listedMax), (row) => deliveryItem(text, row))}
    </section>`;
}

function goalItem(text: Texts, { name, proof }: Goal): Html {
  return html`<li data-part="goal-${name}" ${proof === null ? '' : html`data-reached`}>
    <span class="badge ${proof === null ? '' : 'good'}">${proof === null ? text.open : text.reached}</span>
    <span>${text.goals[name]} ${proof === null ? '' : code(proof)}</span>
  </li>`;
}

function list<Item>(text: Texts, part: string, items: Item[], render: (item: Item) => Html): Html {
  return items.length === 0
    ? html`<p data-part="${part}">${text.nothing}</p>`
    : html`<ul class="happened" data-part="${part}">${items.map((item) => html`<li>${render(item)}</li>`)}</ul>`;
}

function rowItem({ table, values }: Row): Html {
  return html`${code(table)} <bdi>${values}</bdi>`;
}

function callItem(text: Texts, call: LoggedCall): Html {
  const { method, path, status, idempotency_key: key, fault } = call;
  const bad = fault !== undefined || status === null || status >= 400;
  return html`${code(`${method} ${path}`)} ${badge(bad, fault ?? String(status ?? text.noAnswer))} ${key ? code(key) : ''}`;
}

function deliveryItem(text: Texts, { topic, status, attempts }: DeliveryRecord): Html {
  const last = attempts.at(-1);
  const answer = last ? String(last.status ?? text.noAnswer) : status;
  return html`${code(topic)} ${badge(status === 'dead' || last?.status === null, answer)} ${attempts.length > 1 ? html`<bdi>× ${attempts.length}</bdi>` : ''}`;
}

function badge(bad: boolean, label: string): Html {
  return html`<span class="badge ${bad ? 'bad' : 'good'}"><bdi>${label}</bdi></span>`;
}
