import type { PastedDetails, PastedLine } from '@/components/catalogue/catalogue-queries';
import { currencyAgreedIn } from '@/lib/orders/new-order/new-order-currency';
import type { ComposerStore, DraftLine } from '@/lib/orders/new-order/new-order-draft';
import type { NewOrderForm } from '@/components/orders/new-order/new-order-form';
import { draftLineOf } from './draft-line-of';

type Add = (line: DraftLine, isTyped: false) => Promise<number>;

/**
 * Adds the accepted lines and customer details from a pasted message to the form. If an area or an address is accepted,
 * the form changes to delivery, because the address fields are hidden for a pickup. Returns a function that restores
 * the earlier values of the customer and delivery fields. Returns null if no detail was accepted.
 */
export async function addPasted(
  form: NewOrderForm,
  store: ComposerStore,
  add: Add,
  lines: readonly PastedLine[],
  details: PastedDetails,
): Promise<(() => void) | null> {
  for (const line of lines) {
    const index = await add(draftLineOf(line, store.pricingCurrency), false);
    if (line.price !== null) setPrice(form, store, index, line.price);
  }
  const { customer, address, method } = form.getValues();
  const before = [
    ['customer.phone', customer.phone],
    ['customer.name', customer.name],
    ['address.province', address.province],
    ['address.address', address.address],
    ['method', method],
  ] as const;
  const set = (name: (typeof before)[number][0], value: string | undefined) => {
    if (value === undefined) return;
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const { phone, name, province, address: street } = details;
  if (Object.keys(details).length === 0) return null;
  set('customer.phone', phone);
  set('customer.name', name);
  if (province !== undefined || street !== undefined) set('method', 'delivery');
  set('address.province', province);
  set('address.address', street);
  return () => {
    for (const [field, value] of before) set(field, value);
  };
}

function setPrice(form: NewOrderForm, store: ComposerStore, index: number, price: string): void {
  const draft = form.getValues();
  const line = draft.lines[index];
  if (!line) return;
  form.setValue(`lines.${index}.price`, price, { shouldDirty: true });
  form.setValue(`lines.${index}.agreedIn`, currencyAgreedIn(line, price, draft, store));
}
