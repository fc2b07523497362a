import { html } from 'hono/html';
import { pathOf, type PlatformLayout } from '@/sandbox/platform-layout';
import type { AppRecord, InstallRecord, StoreRecord } from '@/sandbox/world/records';
import { type Html, page, storeHeader, storePage, storePath } from './layout';
import { texts } from './texts';

/**
 * Renders the page that lists the registered apps. An app that is not installed has a link to its own install address.
 * An installed app can be opened or uninstalled.
 */
export function appsPage(
  store: StoreRecord,
  apps: { app: AppRecord; installs: InstallRecord[] }[],
  layout: PlatformLayout,
  done?: string,
): Html {
  const text = texts[store.locale];
  return storePage(
    store,
    'apps',
    text.apps,
    html`<h1>${text.apps}</h1>
      <p class="intro">${text.appsIntro}</p>
      ${apps.map(
        ({ app, installs }) => html`<section class="app">
          <span class="mark large" aria-hidden="true">${app.name.slice(0, 1)}</span>
          <div class="about">
            <h2>${app.name} ${installs.length > 0 ? html`<span class="badge good">${text.installed}</span>` : ''}</h2>
            <p>${text.appSummary}</p>
          </div>
          <div class="actions">
            ${
              installs.length === 0
                ? html`<a class="button primary" target="_top" href="${app.origin}/install?${layout.storeParameter}=${encodeURIComponent(store.id)}">${text.install}</a>`
                : installs.map((install) => installedActions(store, install, layout))
            }
          </div>
          ${installs.map((install) => scopesForm(store, install))}
        </section>`,
      )}`,
    done,
  );
}

function installedActions(store: StoreRecord, install: InstallRecord, layout: PlatformLayout): Html {
  const text = texts[store.locale];
  const path = storePath(store, `apps/${encodeURIComponent(install.id)}`);
  const page = pathOf(layout.adminApp, { store_id: store.id, install_id: install.id });
  return html`<a class="button primary" href="${page}">${text.open}</a>
    <form method="post" action="${path}/uninstall"><button class="danger">${text.uninstall}</button></form>`;
}

/** Renders the form in which the merchant switches off scopes that the app has, and switches them on again. */
function scopesForm(store: StoreRecord, install: InstallRecord): Html {
  const text = texts[store.locale];
  return html`<details class="wide">
    <summary>${text.changeScopes}</summary>
    <p>${text.changeScopesIntro}</p>
    <form method="post" action="${storePath(store, `apps/${encodeURIComponent(install.id)}/scopes`)}">
      ${install.granted_scopes.map((scope) => html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" ${install.allowed_scopes.includes(scope) ? html`checked` : ''} />${text.scopes[scope]}</label>`)}
      <label class="choice"><input type="checkbox" name="dpa" value="accepted" ${install.dpa_accepted ? html`checked` : ''} />${text.agreementShort}</label>
      <button>${text.save}</button>
    </form>
  </details>`;
}

/** Renders the page that shows an app inside the store admin: an iframe that fills the space below the header. */
export function embeddedPage(store: StoreRecord, app: AppRecord, launchUrl: string): Html {
  return page(
    store.locale,
    `${app.name} · ${store.name}`,
    html`${storeHeader(store, 'apps')}<iframe src="${launchUrl}" title="${app.name}" allow=""></iframe>`,
    'embedding',
  );
}
