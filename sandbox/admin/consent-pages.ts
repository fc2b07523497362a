import { html } from 'hono/html';
import { oauthPaths, storeHintParameter } from '@/lib/platform/assumptions';
import { needsAgreement } from '@/sandbox/domain/scopes';
import type { AppRecord, AuthorizationRecord, StoreRecord } from '@/sandbox/world/records';
import { type Html, page } from './layout';
import { texts } from './text';

/** The scopes in words, and the merchant's answer. The form carries an unguessable id that is used once. */
export function consentPage(app: AppRecord, store: StoreRecord, request: AuthorizationRecord): Html {
  const text = texts[store.locale];
  const personal = request.scopes.some(needsAgreement);
  return page(
    store.locale,
    text.consentTitle(app.name),
    html`<main class="card">
      <p class="mark large" aria-hidden="true">${app.name.slice(0, 1)}</p>
      <h1>${text.consentTitle(app.name)}</h1>
      <p>${text.consentLead(app.name, store.name)}</p>
      <ul class="scopes">
        ${request.scopes.map((scope) => html`<li>${text.scopes[scope]}</li>`)}
      </ul>
      <form method="post" action="${oauthPaths.authorize}">
        <input type="hidden" name="request" value="${request.id}" />
        ${
          personal
            ? html`<label class="agreement"><input type="checkbox" name="dpa" value="accepted" />${text.agreement}</label>`
            : ''
        }
        <div class="actions">
          <button class="primary" name="decision" value="accept">${text.accept}</button>
          <button name="decision" value="deny">${text.deny}</button>
        </div>
      </form>
    </main>`,
    'centered',
  );
}

/** Asks for the store when the app named none; the request is repeated with it. */
export function chooseStorePage(app: AppRecord, stores: StoreRecord[], query: Record<string, string>): Html {
  const kept = Object.entries(query).filter(([name]) => name !== storeHintParameter);
  return page(
    'en',
    texts.en.consentTitle(app.name),
    html`<main class="card">
      <h1>${texts.en.chooseStore} <span lang="ar" dir="rtl">${texts.ar.chooseStore}</span></h1>
      <form method="get" action="${oauthPaths.authorize}">
        ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="actions stacked">
          ${stores.map(
            (store) =>
              html`<button name="${storeHintParameter}" value="${store.id}" lang="${store.locale}">${store.name}</button>`,
          )}
        </div>
      </form>
    </main>`,
    'centered',
  );
}

/** Shown instead of a redirect where there is nobody to redirect to. */
export function refusedPage(): Html {
  return page(
    'en',
    texts.en.refusedTitle,
    html`<main class="card">
      <h1>${texts.en.refusedTitle}</h1>
      <p>${texts.en.refusedLead}</p>
      <p lang="ar" dir="rtl">${texts.ar.refusedLead}</p>
    </main>`,
    'centered',
  );
}
