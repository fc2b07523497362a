import { html } from 'hono/html';
import type { Html } from '@/sandbox/admin/layout';
import { deliveryRequest } from '@/sandbox/domain/deliveries';
import type { Runtime } from '@/sandbox/http/runtime';
import type { DeliveryAttempt, DeliveryRecord } from '@/sandbox/world/records';
import {
  answerBadge,
  bodyBlock,
  code,
  faultBadge,
  portalPage,
  portalPath,
  pressButton,
  stamp,
  statusBadge,
  type View,
} from './portal-layout';
import { portalTexts } from './portal-texts';

const perPage = 50;

/**
 * Renders the portal page with the webhook deliveries, newest first. In the URL, ?install and ?status filter the list,
 * and ?skip leads to older deliveries.
 */
export function deliveriesPage(runtime: Runtime, view: View): Html {
  const text = portalTexts[view.language];
  const { install, status } = view.query;
  const skip = Math.max(0, Math.trunc(Number(view.query.skip)) || 0);
  const found = runtime.world.deliveries
    .values()
    .filter(
      (row) => (install === undefined || row.install_id === install) && (!status || row.status === status),
    )
    .reverse();
  const query: Record<string, string> = install === undefined ? {} : { install };
  const only = (value: string) =>
    portalPath(view, '/deliveries', { ...query, ...(value && { status: value }) });
  return portalPage(
    view,
    'deliveries',
    text.deliveries,
    html`<h1>${text.deliveries}</h1>
      <p class="intro">${text.deliveriesIntro}</p>
      ${install === undefined ? '' : html`<p>${text.install}: ${code(install)} <a href="${portalPath(view, '/deliveries')}">${text.all}</a></p>`}
      <p class="actions">
        ${['', 'pending', 'delivered', 'dead'].map((value) => html`<a class="button" href="${only(value)}" ${value === (status ?? '') ? html`aria-current="true"` : ''}>${value === '' ? text.all : text.states[value]}</a>`)}
      </p>
      ${found.length === 0 ? html`<p>${text.none}</p>` : deliveryTable(view, found.slice(skip, skip + perPage))}
      ${found.length > skip + perPage ? html`<p><a class="button" href="${portalPath(view, '/deliveries', { ...query, ...(status && { status }), skip: String(skip + perPage) })}">${text.older}</a></p>` : ''}
      ${rangeForm(runtime, view)}`,
  );
}

function deliveryTable(view: View, rows: DeliveryRecord[]): Html {
  const text = portalTexts[view.language];
  return html`<table class="rows">
    <thead>
      <tr>
        <th>${text.topic}</th>
        <th>${text.sequence}</th>
        <th>${text.state}</th>
        <th>${text.attempts}</th>
        <th>${text.install}</th>
        <th class="end"></th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) => html`<tr>
          <td class="main"><a href="${portalPath(view, `/deliveries/${row.id}`)}">${code(row.topic)}</a></td>
          <td data-name="${text.sequence}"><bdi>${row.sequence}</bdi></td>
          <td>${statusBadge(row.status, text.states[row.status] ?? row.status)}</td>
          <td>${row.attempts.slice(-4).map((attempt) => html`${answerBadge(view, attempt.status, true)} `)}${row.attempts.length > 4 ? html`<small>${row.attempts.length}</small>` : ''}</td>
          <td class="tight">${code(row.install_id)}</td>
          <td class="end">${pressButton(view, `/deliveries/${row.id}/resend`, text.resend)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * Renders one delivery attempt: its time, the response status, the duration, the reason of a failure, and the start of
 * the response.
 */
function attemptRow(view: View, attempt: DeliveryAttempt): Html {
  const text = portalTexts[view.language];
  const { at, status, duration_ms, failure, fault, answer } = attempt;
  return html`<li>
    ${stamp(at)} ${answerBadge(view, status, true)} <small>${text.took(duration_ms)}</small>
    ${failure === undefined ? '' : html`<span class="reason">${text.failureReasons[failure]}</span>`}
    ${faultBadge(view, fault)}
    ${answer === undefined ? '' : html`<details><summary>${text.endpointAnswer}</summary>${bodyBlock(answer)}</details>`}
  </li>`;
}

function rangeForm(runtime: Runtime, view: View): Html | string {
  const text = portalTexts[view.language];
  const rows = runtime.world.subscriptions.values().reverse();
  if (rows.length === 0) return '';
  const label = (installId: string) => {
    const install = runtime.world.installs.get(installId);
    return `${install ? runtime.world.stores.need(install.store_id).name : ''} · ${installId}`;
  };
  return html`<section class="panel">
    <h2>${text.range}</h2>
    <p class="intro">${text.rangeIntro} ${text.resendHint}</p>
    <form method="post" action="${portalPath(view, '/deliveries/resend')}" class="fields">
      <label class="span">${text.install}<select name="install">${rows.map(({ id }) => html`<option value="${id}" ${id === view.query.install ? html`selected` : ''}>${label(id)}</option>`)}</select></label>
      <label>${text.from}<input name="from" type="number" min="0" required dir="ltr" /></label>
      <label>${text.to}<input name="to" type="number" min="0" required dir="ltr" /></label>
      <button>${text.resend}</button>
    </form>
  </section>`;
}

/**
 * Renders the portal page of one webhook delivery: its attempts, the request as it would be sent now, and buttons to
 * send or replay it.
 */
export function deliveryPage(runtime: Runtime, view: View, row: DeliveryRecord): Html {
  const text = portalTexts[view.language];
  const { world } = runtime;
  const subscription = world.subscriptions.get(row.install_id);
  const request =
    subscription && world.events.get(row.event_id)
      ? deliveryRequest(world, row, subscription, runtime.wallMs(), runtime.variation)
      : undefined;
  return portalPage(
    view,
    'deliveries',
    row.topic,
    html`<p><a href="${portalPath(view, '/deliveries')}">${text.back}</a></p>
      <div class="title">
        <h1>${code(row.topic)}</h1>
        ${statusBadge(row.status, text.states[row.status] ?? row.status)}
      </div>
      <section class="panel">
        <dl class="facts">
          <dt>${text.delivery}</dt>
          <dd>${code(row.id)}</dd>
          <dt>${text.event}</dt>
          <dd>${code(row.event_id)}</dd>
          <dt>${text.sequence}</dt>
          <dd><bdi>${row.sequence}</bdi></dd>
          <dt>${text.install}</dt>
          <dd>${code(row.install_id)}</dd>
          <dt>${text.endpoint}</dt>
          <dd>${subscription ? code(subscription.endpoint_url) : text.noEndpoint}</dd>
          ${row.next_attempt_ms === null ? '' : html`<dt>${text.nextAttempt}</dt><dd>${stamp(new Date(row.next_attempt_ms).toISOString())}</dd>`}
        </dl>
        <div class="actions">
          ${request ? pressButton(view, `/deliveries/${row.id}/resend`, text.resend, { back: 'one' }, 'primary') : ''}
          ${row.status === 'dead' && !row.replayed ? pressButton(view, `/deliveries/${row.id}/replay`, text.replay) : ''}
        </div>
        <p class="intro">${text.resendHint} ${row.status === 'dead' ? text.replayHint : ''}</p>
      </section>
      <h2>${text.attempts}</h2>
      ${row.attempts.length === 0 ? html`<p>${text.none}</p>` : html`<ol class="timeline panel">${row.attempts.map((attempt) => attemptRow(view, attempt))}</ol>`}
      <h2>${text.headers}</h2>
      ${request ? bodyBlock(JSON.stringify(request.headers)) : html`<p>${text.noEvent}</p>`}
      <h2>${text.body}</h2>
      ${request ? bodyBlock(request.body) : html`<p>${text.noEvent}</p>`}`,
  );
}
