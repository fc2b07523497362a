import { NewOrderScreen } from '@/components/orders/new-order-screen';
import { readStore } from '@/lib/store/read-store.server';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { createOrderAction } from './actions';

/** A new order at agreed prices. */
export default async function NewOrderPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, '/orders/new');
  const { country, pricingCurrency, paymentMethods, provinces } = await readForPage(
    context,
    readStore(context),
  );
  return (
    <NewOrderScreen
      installId={context.installId}
      store={{ country, pricingCurrency, paymentMethods, provinces }}
      create={createOrderAction}
    />
  );
}
