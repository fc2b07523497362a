import { html } from 'hono/html';
import type { Html } from '@/sandbox/admin/layout';
import type { LoggedCall } from './call-log';
import {
  answerBadge,
  bodyBlock,
  code,
  faultBadge,
  portalPage,
  portalPath,
  stamp,
  type View,
} from './portal-layout';
import { portalTexts } from './portal-texts';

const perPage = 50;

/**
 * Renders the portal page with the calls of the API and the OAuth server, newest first. In the URL, ?install filters
 * the list, ?skip leads to older calls, and ?live=1 reloads the page regularly.
 */
export function requestsPage(view: View, calls: LoggedCall[]): Html {
  const text = portalTexts[view.language];
  const { install, live } = view.query;
  const skip = Math.max(0, Math.trunc(Number(view.query.skip)) || 0);
  const narrowed = install === undefined ? calls : calls.filter((call) => call.install_id === install);
  const shown = narrowed.slice(skip, skip + perPage);
  const query: Record<string, string> = install === undefined ? {} : { install };
  return portalPage(
    view,
    'requests',
    text.requests,
    html`<div class="title">
        <div>
          <h1>${text.requests}</h1>
          <p class="intro">${text.requestsIntro}</p>
          ${install === undefined ? '' : html`<p>${text.install}: ${code(install)} <a href="${portalPath(view, '/requests')}">${text.all}</a></p>`}
        </div>
        ${live === '1' ? html`<a class="button" href="${portalPath(view, '/requests', query)}">${text.still}</a>` : html`<a class="button" href="${portalPath(view, '/requests', { ...query, live: '1' })}">${text.live}</a>`}
      </div>
      ${shown.length === 0 ? html`<p>${text.none}</p>` : callTable(view, shown)}
      ${narrowed.length > skip + perPage ? html`<p><a class="button" href="${portalPath(view, '/requests', { ...query, skip: String(skip + perPage) })}">${text.older}</a></p>` : ''}`,
    live === '1',
  );
}

function callTable(view: View, calls: LoggedCall[]): Html {
  const text = portalTexts[view.language];
  return html`<table class="rows">
    <thead>
      <tr>
        <th>${text.call}</th>
        <th>${text.status}</th>
        <th>${text.time}</th>
        <th>${text.install}</th>
        <th>${text.idempotencyKey}</th>
        <th>${text.requestId}</th>
      </tr>
    </thead>
    <tbody>
      ${calls.map(
        (call) => html`<tr>
          <td class="main wide"><a href="${portalPath(view, `/requests/${call.number}`)}">${code(`${call.method} ${call.path}`)}</a></td>
          <td>${answerBadge(view, call.status)} ${faultBadge(view, call.fault)}</td>
          <td>${stamp(call.at)}</td>
          <td class="tight">${call.install_id ? code(call.install_id) : ''}</td>
          <td class="tight">${call.idempotency_key ? code(call.idempotency_key) : ''}</td>
          <td class="tight">${call.request_id ? code(call.request_id) : ''}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Renders the portal page of one call, with its request and response bodies. */
export async function requestPage(view: View, call: LoggedCall): Promise<Html> {
  const text = portalTexts[view.language];
  const answer = await call.answer;
  return portalPage(
    view,
    'requests',
    `${call.method} ${call.path}`,
    html`<p><a href="${portalPath(view, '/requests')}">${text.back}</a></p>
      <h1>${code(`${call.method} ${call.path}`)}</h1>
      <section class="panel">
        <dl class="facts">
          <dt>${text.status}</dt>
          <dd>${answerBadge(view, call.status)} ${faultBadge(view, call.fault)}</dd>
          <dt>${text.time}</dt>
          <dd>${stamp(call.at)}</dd>
          <dt>${text.requestId}</dt>
          <dd>${call.request_id ? code(call.request_id) : '–'}</dd>
          <dt>${text.idempotencyKey}</dt>
          <dd>${call.idempotency_key ? code(call.idempotency_key) : '–'}</dd>
          <dt>${text.install}</dt>
          <dd>${call.install_id ? code(call.install_id) : '–'}</dd>
        </dl>
      </section>
      <h2>${text.body}</h2>
      ${call.body === null ? html`<p>${text.unread}</p>` : call.body === '' ? html`<p>${text.empty}</p>` : bodyBlock(call.body)}
      <h2>${text.answer}</h2>
      ${answer === '' ? html`<p>${text.empty}</p>` : bodyBlock(answer)}`,
  );
}
