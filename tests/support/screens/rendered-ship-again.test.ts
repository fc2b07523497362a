import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OrderStatusControl } from '@/components/orders/detail/order-status-control';
import { createParcelSenders } from '@/components/orders/detail/shipments/parcel-senders';
import { RoleContext } from '@/components/ui/role-context';
import { orderMoves } from '@/lib/orders/order-moves';
import type { OrderView } from '@/lib/orders/order-view';
import en from '@/messages/en.json';

type Control = ComponentProps<typeof OrderStatusControl>;

const parcel = { id: 'ful_1', status: 'failed', lines: [] };

/** Returns the HTML of the control that changes the status of an order. All goods of the order were shipped before. */
function controlOf(status: string, isWarned = true): string {
  const view = {
    order: { id: 'ord_1', status, items: [], fulfillments: [parcel] },
    moves: orderMoves(status, new Set()),
    noShipment: 'nothing_left',
    timeline: { events: [] },
    replacedBy: null,
  } as unknown as OrderView;
  const props = {
    target: { installId: 'inst_1', orderId: 'ord_1' },
    view,
    ship: { show: () => undefined, isComing: false, reasonId: 'reason' },
    parcelSenders: createParcelSenders(),
    warning: isWarned && createElement('p', null, 'refused before'),
  } as unknown as Control;
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: 'en',
    messages: en,
    timeZone: 'UTC',
    children: createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(OrderStatusControl, props),
    ),
  };
  const page = createElement(NextIntlClientProvider, texts);
  return renderToStaticMarkup(createElement(RoleContext, { value: 'owner' }, page));
}

it('an order whose delivery failed warns of the customer beside the button that ships it again', () => {
  const control = controlOf('delivered_failed');
  expect(control).toContain(en.orderPage.status.to.shipped);
  expect(control.indexOf('refused before')).toBeGreaterThan(0);
  expect(control.indexOf('refused before')).toBeLessThan(control.indexOf(en.orderPage.status.to.shipped));
});

it('an order whose next step is another one, or whose customer has no phone number, does not warn', () => {
  expect(controlOf('placed')).not.toContain('refused before');
  expect(controlOf('delivered_failed', false)).toContain(en.orderPage.status.to.shipped);
});
