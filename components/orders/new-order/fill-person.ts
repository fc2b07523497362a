import type { QueryClient } from '@tanstack/react-query';
import { orderOptions } from '@/components/orders/shared/orders-queries';
import { draftOfView } from '@/lib/orders/new-order/draft-of-view';
import type { ComposerStore } from '@/lib/orders/new-order/new-order-draft';
import type { NewOrderForm } from './new-order-form';

type Source = { queryClient: QueryClient; installId: string; orderId: string; store: ComposerStore };

/**
 * Fills name, email and address of the form from an earlier order, which is read from the platform. Form fields for
 * which the order has no value do not change. Returns false, and fills nothing, if the order could not be read or has
 * no customer.
 */
export async function fillPerson(
  form: NewOrderForm,
  { queryClient, installId, orderId, store }: Source,
): Promise<boolean> {
  const view = await queryClient.fetchQuery(orderOptions(installId, orderId)).catch(() => null);
  if (!view?.order.customer) return false;
  const { customer, method, address } = draftOfView(view, store, false);
  const change = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  if (customer.name) form.setValue('customer.name', customer.name, change);
  if (customer.email) form.setValue('customer.email', customer.email, change);
  if (method === 'delivery' && address.address) {
    form.setValue('method', 'delivery', change);
    form.setValue('address', address, change);
  }
  return true;
}
