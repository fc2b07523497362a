import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { notFound } from 'next/navigation';
import { orderCashOptions } from '@/components/cash/cash-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { OrdersForbidden } from '@/components/orders/shared/orders-forbidden';
import { orderOptions } from '@/components/orders/shared/orders-queries';
import { listCarrierNames } from '@/lib/cash/list-carrier-names.server';
import { readOrderCash } from '@/lib/cash/read-order-cash.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { provinceKindOf } from '@/lib/shared/orders/province-kind';
import { registeredOrigin, shippingAddressKeys } from 'commerce-platform-client/assumptions';
import { hasRight } from '@/lib/shared/roles/roles';
import { adminOrderUrl } from 'commerce-platform-client/deployment';
import { readStore } from '@/lib/store/read-store.server';
import { readSettings } from '@/lib/store/save-settings.server';
import { env } from '@/lib/system/env';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { OrderWithPerson } from './order-with-person';
import {
  changeFulfillmentAction,
  changeOrderAction,
  createOrderLinkAction,
  fulfillOrderAction,
  refundOrderAction,
  setOrderStatusAction,
  withdrawOrderLinkAction,
} from './actions';

type OrderPageProps = { params: Promise<{ installId: string; orderId: string }> };

/** Page of one sales order. Each visit reads the order from the platform and not from the mirror (our copy). */
export default async function OrderPage({ params }: OrderPageProps) {
  const orderId = decodeURIComponent((await params).orderId);
  const context = await openPage(params, 'read', `/orders/${encodeURIComponent(orderId)}`);
  if (!context.scopes.has('orders:read')) return <OrdersForbidden />;
  const [read, store, settings, carriers] = await readForPage(
    context,
    Promise.all([
      readOrder(context, orderId),
      readStore(context),
      readSettings(context),
      // The name of a carrier can be the name of a driver. Only a user who ships orders needs it.
      hasRight(context.role, 'fulfil') ? listCarrierNames(context) : [],
    ]),
  );
  if (read.code === 'not_found') notFound();
  const queryClient = makeQueryClient();
  queryClient.setQueryData(orderOptions(context.installId, orderId).queryKey, read.view);
  // The server reads the order's cash from the notebook, so that the first HTML contains the note about it. If the
  // browser read it, the note would appear later and move the page.
  if (hasRight(context.role, 'see_cash'))
    queryClient.setQueryData(orderCashOptions(context.installId, orderId).queryKey, {
      cash: await readOrderCash(context, orderId),
    });
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <OrderWithPerson
        installId={context.installId}
        orderId={orderId}
        store={{ currency: store.pricingCurrency, country: store.country }}
        carriers={carriers}
        appOrigin={registeredOrigin(env().APP_URL)}
        adminUrl={adminOrderUrl(env(), context.store.id, orderId)}
        messages={{
          storeName: store.name,
          storeCountry: store.country,
          storeLocale: context.storeLocale,
          templates: {
            receivedMessage: settings.receivedMessage,
            shippedMessage: settings.shippedMessage,
            deliveredMessage: settings.deliveredMessage,
          },
          asking: {
            installId: context.installId,
            appUrl: env().APP_URL,
            template: settings.confirmMessage,
            create: createOrderLinkAction,
            withdraw: withdrawOrderLinkAction,
          },
        }}
        actions={{
          changeOrder: changeOrderAction,
          setOrderStatus: setOrderStatusAction,
          fulfillOrder: fulfillOrderAction,
          changeFulfillment: changeFulfillmentAction,
          refundOrder: refundOrderAction,
        }}
        vocabulary={{
          keys: shippingAddressKeys,
          provinces: store.provinces,
          provinceKind: provinceKindOf(store.country),
        }}
      />
    </HydratedQueries>
  );
}
