import { html } from 'hono/html';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import { OrderReference } from 'commerce-platform-client/contract/orders';
import { paidMinor, paymentStatus, refundedMinor } from '@/sandbox/domain/orders/order-pricing';
import type { OrderRecord, StoreRecord, TimelineRow } from '@/sandbox/world/records';
import { type Html, money, storePage, storePath, when } from './layout';
import { texts } from './texts';

/** Renders the page that lists a store's orders, newest first, with a link to older orders. */
export function ordersPage(
  store: StoreRecord,
  orders: OrderRecord[],
  nextCursor: string | null,
  done?: string,
): Html {
  const text = texts[store.locale];
  return storePage(
    store,
    'orders',
    text.orders,
    html`<div class="title">
        <h1>${text.orders}</h1>
        <div class="actions">
          <form method="post" action="${storePath(store, 'orders/buy')}">
            <button class="primary" title="${text.buyHint}">${text.buy}</button>
          </form>
          <form method="post" action="${storePath(store, 'orders/sell')}">
            <button title="${text.sellHint}">${text.sell}</button>
          </form>
        </div>
      </div>
      <table class="rows">
        <thead>
          <tr>
            <th>${text.order}</th>
            <th>${text.date}</th>
            <th>${text.customer}</th>
            <th>${text.source}</th>
            <th>${text.status}</th>
            <th>${text.payment}</th>
            <th class="end">${text.total}</th>
          </tr>
        </thead>
        <tbody>
          ${orders.map((order) => orderRow(store, order))}
        </tbody>
      </table>
      ${nextCursor ? html`<p><a class="button" href="?cursor=${nextCursor}">${text.olderOrders}</a></p>` : ''}`,
    done,
  );
}

function orderRow(store: StoreRecord, order: OrderRecord): Html {
  const text = texts[store.locale];
  return html`<tr>
    <td class="main"><a href="${storePath(store, `orders/${order.id}`)}"><bdi>#${order.order_number}</bdi></a> ${chips(order)}</td>
    <td>${when(store, order.created_at)}</td>
    <td>${customerName(store, order)}</td>
    <td>${text.sources[order.source] ?? order.source}</td>
    <td>${statusBadge(store, order)}</td>
    <td>${paymentBadge(store, order)}</td>
    <td class="end">${money(store, order.total_minor, order.currency)}</td>
  </tr>`;
}

/** Renders the page of one order: its items, its amounts and its timeline. */
export function orderPage(store: StoreRecord, order: OrderRecord, done?: string): Html {
  const text = texts[store.locale];
  const amount = (minor: number) => money(store, minor, order.currency);
  const sums: [string, number][] = [
    [text.subtotal, order.subtotal_minor],
    [text.discount, -order.discount_minor],
    [text.shipping, order.shipping_minor],
    [text.total, order.total_minor],
    [text.paid, paidMinor(order)],
    [text.refunded, refundedMinor(order)],
  ];
  return storePage(
    store,
    'orders',
    `${text.order} ${order.order_number}`,
    html`<p><a href="${storePath(store, 'orders')}">${text.back}</a></p>
      <div class="title">
        <h1>${text.order} <bdi>#${order.order_number}</bdi></h1>
        <span>${statusBadge(store, order)} ${paymentBadge(store, order)}</span>
      </div>
      ${byHand(store, order)}
      <div class="columns">
        <section>
          <h2>${text.items}</h2>
          <ul class="lines">
            ${order.items.map(
              (item) =>
                html`<li><span>${item.name}</span><bdi>${item.quantity} × ${amount(item.unit_price_minor)}</bdi>${amount(item.total_minor)}</li>`,
            )}
          </ul>
          <dl class="sums">
            ${sums.map(([name, minor]) => html`<dt>${name}</dt><dd>${amount(minor)}</dd>`)}
          </dl>
        </section>
        <aside>
          <h2>${text.customer}</h2>
          <p>${customerName(store, order)} ${order.customer.phone ? html`<br /><bdi dir="ltr">${order.customer.phone}</bdi>` : ''}</p>
          ${order.shipping_address ? html`<p>${order.shipping_address.address}${text.comma}${provinceName(store, order.shipping_address.province)}</p>` : ''}
          <h2>${text.tags}</h2>
          <p>${order.tags.length > 0 ? order.tags.map((tag) => html`<span class="badge">${tag}</span> `) : text.none}</p>
          <h2>${text.references}</h2>
          <p>${references(order).length > 0 ? chips(order) : text.none}</p>
          <h2>${text.note}</h2>
          <p class="note">${order.note ?? text.none}</p>
        </aside>
      </div>
      <section>
        <h2>${text.timeline}</h2>
        <ol class="timeline">
          ${order.timeline.map((row) => html`<li>${when(store, row.at)} <span>${text.events[row.kind]}${timelineDetail(store, order, row)}</span> ${row.by ? html`<b>${row.by}</b>` : ''}</li>`)}
        </ol>
      </section>`,
    done,
  );
}

/** Renders the buttons with which the store owner changes an order. The result is empty if no change is possible. */
function byHand(store: StoreRecord, order: OrderRecord): Html | string {
  const text = texts[store.locale];
  const path = storePath(store, `orders/${order.id}`);
  const statuses = orderStatusMoves[order.status];
  const unpaid = paidMinor(order) < order.total_minor;
  if (statuses.length === 0 && !unpaid) return '';
  return html`<div class="actions by-hand">
    ${
      unpaid
        ? html`<form method="post" action="${path}/remit"><button class="primary" title="${text.remitHint}">${text.remit}</button></form>`
        : ''
    }
    ${
      statuses.length > 0
        ? html`<form method="post" action="${path}/status" class="actions" title="${text.moveToHint}"><span>${text.moveTo}</span> ${statuses.map((status) => html`<button name="status" value="${status}">${text.statuses[status]}</button>`)}</form>`
        : ''
    }
  </div>`;
}

function timelineDetail(store: StoreRecord, order: OrderRecord, row: TimelineRow): Html | string {
  const text = texts[store.locale];
  const known: Record<string, string> = { ...text.statuses, ...text.sources };
  if (row.text === '') return '';
  if (row.kind === 'payment' || row.kind === 'refund')
    return html`: ${money(store, Number(row.text), order.currency)}`;
  return html`: ${(row.kind === 'status' || row.kind === 'created' ? known[row.text] : undefined) ?? row.text}`;
}

/**
 * Renders the reference chips of an order (ORD-15). An app attaches a chip with an order attribute named `reference`.
 * The chip is shown as a link into the app, or as plain text if its URL is null.
 */
function chips(order: OrderRecord): Html[] {
  return references(order).map(({ kind, number, url }) =>
    url === null
      ? html`<span class="chip">${kind} <bdi>${number}</bdi></span>`
      : html`<a class="chip" href="${url}" target="_blank" rel="noopener noreferrer">${kind} <bdi>${number}</bdi></a>`,
  );
}

function references(order: OrderRecord): OrderReference[] {
  return Object.values(order.attributes).flatMap((values) => {
    const parsed = OrderReference.safeParse(values.reference);
    return parsed.success ? [parsed.data] : [];
  });
}

function customerName(store: StoreRecord, { customer }: OrderRecord): string {
  return [customer.first_name, customer.last_name].filter(Boolean).join(' ') || texts[store.locale].walkIn;
}

function provinceName(store: StoreRecord, value: string): string {
  return store.provinces.find((province) => province.value === value)?.[store.locale] ?? value;
}

function statusBadge(store: StoreRecord, order: OrderRecord): Html {
  const good = order.status === 'delivered' || order.status === 'completed';
  return html`<span class="badge ${good ? 'good' : order.status === 'cancelled' ? 'off' : ''}">${texts[store.locale].statuses[order.status]}</span>`;
}

function paymentBadge(store: StoreRecord, order: OrderRecord): Html {
  const status = paymentStatus(order);
  return html`<span class="badge ${status === 'paid' ? 'good' : ''}">${texts[store.locale].payments[status]}</span>`;
}
