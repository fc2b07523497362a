import { html } from 'hono/html';
import { type Html, when } from '@/sandbox/admin/layout';
import { effectiveScopes } from '@/sandbox/domain/scopes';
import type { Runtime } from '@/sandbox/http/runtime';
import type { InstallRecord } from '@/sandbox/world/records';
import { code, portalPage, portalPath, pressButton, stamp, statusBadge, type View } from './portal-layout';
import { portalTexts } from './portal-texts';
import { budgetWindowSeconds } from 'commerce-platform-client/assumptions';
import { requestsPerMinute, writesPerMinute } from '@/sandbox/domain/budgets';
import type { AuditRow } from '@/sandbox/http/audit-trail';

/** The steps, in seconds, by which a user of the page can advance the clock. */
export const clockSteps = { minute: 60, hours: 7200, day: 86_400 };

/**
 * Renders the first page of the portal: the clock, the installs with their request budgets, and the form that resets
 * the sandbox.
 */
export function overviewPage(runtime: Runtime, view: View): Html {
  const text = portalTexts[view.language];
  const { world } = runtime;
  const installs = world.installs.values().reverse();
  return portalPage(
    view,
    'overview',
    text.overview,
    html`<h1>${text.portal}</h1>
      <p class="intro">${text.intro}</p>
      <section class="panel">
        <h2>${text.clock}</h2>
        <p class="figure">${stamp(world.now())}</p>
        <p class="intro">${text.clockIntro}</p>
        <div class="actions">
          ${(['minute', 'hours', 'day'] as const).map((step) =>
            pressButton(view, '/clock', text[step], { advance_s: String(clockSteps[step]) }),
          )}
        </div>
      </section>
      <h2>${text.installs}</h2>
      ${installs.length === 0 ? html`<section class="panel"><p>${text.noInstalls}</p><p><a class="button" href="/">${text.admin}</a></p></section>` : installs.map((row) => installPanel(runtime, view, row))}
      <section class="panel">
        <h2>${text.resetTitle}</h2>
        <p class="intro">${text.resetIntro}</p>
        <form method="post" action="${portalPath(view, '/reset')}" class="fields">
          <label>${text.seed}<input name="seed" dir="ltr" required maxlength="100" value="${world.seed}" /></label>
          <label>${text.orders}<input name="orders" dir="ltr" type="number" min="0" max="1000000" /></label>
          <button class="danger">${text.reset}</button>
        </form>
      </section>`,
  );
}

function installPanel(runtime: Runtime, view: View, row: InstallRecord): Html {
  const text = portalTexts[view.language];
  const { world } = runtime;
  const store = world.stores.need(row.store_id);
  const app = world.apps.need(row.app_id);
  const subscription = world.subscriptions.get(row.id);
  const scopes = effectiveScopes(row);
  const spent = spentBy(runtime.audit.of(row.id), world.nowMs());
  return html`<section class="panel">
    <div class="title">
      <h3><bdi>${app.name}</bdi> · <bdi lang="${store.locale}">${store.name}</bdi></h3>
      ${statusBadge(row.status, text.states[row.status] ?? row.status)}
    </div>
    <dl class="facts">
      <dt>${text.install}</dt>
      <dd>${code(row.id)}</dd>
      <dt>${text.installed}</dt>
      <dd>${when({ ...store, locale: view.language }, row.installed_at)}</dd>
      <dt>${text.endpoint}</dt>
      <dd>
        ${
          subscription
            ? html`${code(subscription.endpoint_url)} ${statusBadge(subscription.status, text.states[subscription.status] ?? subscription.status)} ${subscription.consecutive_failures > 0 ? html`<small>${text.failures}: ${subscription.consecutive_failures}</small>` : ''}`
            : text.noEndpoint
        }
      </dd>
      <dt>${text.scopes}</dt>
      <dd>${scopes.map((scope) => html`<span class="badge" dir="ltr">${scope}</span> `)}${scopes.length < row.granted_scopes.length ? html`<small>${text.scopesLess(scopes.length, row.granted_scopes.length)}</small>` : ''}</dd>
      <dt>${text.perMinute}</dt>
      <dd class="meters">
        ${meter(text.spentRequests, spent.requests, budgetOf.requests)}
        ${meter(text.spentWrites, spent.writes, budgetOf.writes)}
      </dd>
    </dl>
    <details>
      <summary>${text.secrets}</summary>
      <dl class="facts">
        <dt>client_id</dt>
        <dd>${code(app.client_id)}</dd>
        <dt>client_secret</dt>
        <dd>${code(app.client_secret)}</dd>
        ${subscription ? html`<dt>${text.webhookSecret}</dt><dd>${code(subscription.secret)}</dd>` : ''}
        ${subscription?.previous_secret ? html`<dt>${text.previousSecret}</dt><dd>${code(subscription.previous_secret)}</dd>` : ''}
      </dl>
    </details>
    <p class="actions">
      <a class="button" href="${portalPath(view, '/requests', { install: row.id })}">${text.requests}</a>
      <a class="button" href="${portalPath(view, '/deliveries', { install: row.id })}">${text.deliveries}</a>
    </p>
  </section>`;
}

function meter(name: string, spent: number, budget: number): Html {
  return html`<label>${name} <bdi dir="ltr">${spent} / ${budget}</bdi><meter min="0" max="${budget}" high="${budget * 0.8}" value="${spent}"></meter></label>`;
}

/** The maximum number of requests and of writes of an install per minute (platform: Limits). */
const budgetOf = { requests: requestsPerMinute, writes: writesPerMinute };

/**
 * Counts the requests and writes of an install in the last `budgetWindowSeconds` (the period of the request budget).
 * Only calls that were charged to the budget of the install count.
 */
function spentBy(rows: AuditRow[], nowMs: number): { requests: number; writes: number } {
  const since = new Date(nowMs - budgetWindowSeconds * 1000).toISOString();
  const spent = { requests: 0, writes: 0 };
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (!row || row.at <= since) break;
    // Calls that were not charged to the budget are skipped. There are two reasons: the budget refused the call (429),
    // or a simulated fault (`status` or `drop_request`) stopped the call before the budget was charged.
    if (row.status === 429 || row.fault === 'status' || row.fault === 'drop_request') continue;
    spent.requests++;
    if (row.method !== 'GET' && row.method !== 'HEAD') spent.writes++;
  }
  return spent;
}
