'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import { useOrderCash } from '@/components/cash/use-order-cash';
import { OrderScreen } from '@/components/orders/detail/order-screen';
import { orderOptions } from '@/components/orders/shared/orders-queries';
import { postCashAction } from '@/app/(admin)/i/[installId]/cash/actions';
import { deletePersonAction } from '@/app/(admin)/i/[installId]/customers/actions';

/** The code of WhoIsThis and RefusalWarning is loaded only if the order has a phone number and the user may see it. */
const WhoIsThis = dynamic(() =>
  import('@/components/customers/who-is-this').then(({ WhoIsThis: button }) => button),
);
const RefusalWarning = dynamic(() =>
  import('@/components/customers/refusal-warning').then(({ RefusalWarning: warning }) => warning),
);

/**
 * The code about cash is loaded only if the user may see cash and the cash notebook contains the order. (The cash
 * notebook is the app's records about the cash of orders.)
 */
const OrderCashNote = dynamic(
  () => import('@/components/cash/order-cash-note').then(({ OrderCashNote: note }) => note),
  { loading: () => null },
);
const RecordedCash = dynamic(
  () => import('@/components/cash/recorded-cash').then(({ RecordedCash: recorded }) => recorded),
  { loading: () => null },
);

/**
 * Page of one order. It also shows what the app has stored about the order's customer, and the order's cash from the
 * cash notebook. This component connects the page with these two parts, because their modules do not import each other.
 */
export function OrderWithPerson(props: Omit<ComponentProps<typeof OrderScreen>, 'person' | 'cash'>) {
  const { installId, orderId } = props;
  const cash = useOrderCash(installId, orderId);
  const order = useQuery(orderOptions(installId, orderId)).data?.order;
  return (
    <OrderScreen
      {...props}
      cash={{
        recorded: cash && cash.entries.length > 0 ? <RecordedCash cash={cash} /> : null,
        note: cash && <OrderCashNote installId={installId} cash={cash} post={postCashAction} />,
      }}
      person={{
        card: (phone) => (
          <WhoIsThis installId={installId} phone={phone} remove={deletePersonAction} order={order} />
        ),
        shipping: (phone) => <RefusalWarning installId={installId} phone={phone} />,
      }}
    />
  );
}
