'use client';

import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import { OrderScreen } from '@/components/orders/detail/order-screen';
import { deletePersonAction } from '@/app/(admin)/i/[installId]/customers/actions';

/** The code of WhoIsThis and RefusalWarning is loaded only when the order has a phone number that the user may see. */
const WhoIsThis = dynamic(() =>
  import('@/components/customers/who-is-this').then(({ WhoIsThis: button }) => button),
);
const RefusalWarning = dynamic(() =>
  import('@/components/customers/refusal-warning').then(({ RefusalWarning: warning }) => warning),
);

/**
 * Page of one order, together with what the app knows about its customer. This component connects the two, because
 * their modules do not import each other.
 */
export function OrderWithPerson(props: Omit<ComponentProps<typeof OrderScreen>, 'person'>) {
  const { installId } = props;
  return (
    <OrderScreen
      {...props}
      person={{
        card: (phone) => <WhoIsThis installId={installId} phone={phone} remove={deletePersonAction} />,
        shipping: (phone) => <RefusalWarning installId={installId} phone={phone} />,
      }}
    />
  );
}
