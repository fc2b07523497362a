import { html } from 'hono/html';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { needsAgreement } from '@/sandbox/domain/scopes';
import type { PlatformLayout } from '@/sandbox/platform-layout';
import type { AppRecord, AuthorizationRecord, StoreRecord } from '@/sandbox/world/records';
import { type Html, page } from './layout';
import { texts } from './texts';

/**
 * Renders the OAuth consent page. The page shows each requested scope as a sentence, and has buttons to accept or deny.
 * The form contains a random id that can be used once.
 */
export function consentPage(
  app: AppRecord,
  store: StoreRecord,
  request: AuthorizationRecord,
  grant: { granted: Scope[]; requested: Scope[] } | null,
  layout: PlatformLayout,
): Html {
  const text = texts[store.locale];
  const { granted, requested } = grant ?? { granted: [], requested: request.scopes };
  const title = grant ? text.consentAgainTitle(app.name) : text.consentTitle(app.name);
  const inWords = (scopes: Scope[]) =>
    html`<ul class="scopes">${scopes.map((scope) => html`<li>${text.scopes[scope]}</li>`)}</ul>`;
  return page(
    store.locale,
    title,
    html`<main class="card">
      <p class="mark large" aria-hidden="true">${app.name.slice(0, 1)}</p>
      <h1>${title}</h1>
      ${requested.length > 0 ? html`<p>${text.consentIntro(app.name, store.name)}</p>${inWords(requested)}` : ''}
      ${granted.length > 0 ? html`<details><summary>${text.consentGranted}</summary>${inWords(granted)}</details>` : ''}
      <form method="post" action="${layout.authorize}">
        <input type="hidden" name="request" value="${request.id}" />
        ${
          requested.some(needsAgreement)
            ? html`<label class="agreement"><input type="checkbox" name="dpa" value="accepted" />${text.agreement}</label>`
            : ''
        }
        <div class="actions">
          <button class="primary" name="decision" value="accept">${grant ? text.acceptAgain : text.accept}</button>
          <button name="decision" value="deny">${text.deny}</button>
        </div>
      </form>
    </main>`,
    'centered',
  );
}

/**
 * Renders the page on which the merchant chooses a store. The sandbox shows it for an authorization request that names
 * no store. The form of the page sends the request again with the chosen store.
 */
export function chooseStorePage(
  app: AppRecord,
  stores: StoreRecord[],
  query: Record<string, string>,
  layout: PlatformLayout,
): Html {
  const hiddenFields = Object.entries(query).filter(([name]) => name !== layout.storeParameter);
  return page(
    'en',
    texts.en.consentTitle(app.name),
    html`<main class="card">
      <h1>${texts.en.chooseStore}<br /><bdi lang="ar" dir="rtl">${texts.ar.chooseStore}</bdi></h1>
      <form method="get" action="${layout.authorize}">
        ${hiddenFields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="actions stacked">
          ${stores.map(
            (store) =>
              html`<button name="${layout.storeParameter}" value="${store.id}" lang="${store.locale}">${store.name}</button>`,
          )}
        </div>
      </form>
    </main>`,
    'centered',
  );
}

/**
 * Renders the error page of an OAuth request. It is shown if the request has no valid redirect URL. The browser can
 * then not be sent back to the app with the error.
 */
export function refusedPage(): Html {
  return page(
    'en',
    texts.en.refusedTitle,
    html`<main class="card">
      <h1>${texts.en.refusedTitle}</h1>
      <p>${texts.en.refusedIntro}</p>
      <p lang="ar" dir="rtl">${texts.ar.refusedIntro}</p>
    </main>`,
    'centered',
  );
}
