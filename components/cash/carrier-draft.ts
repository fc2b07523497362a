import { type CarrierValues, isSameCarrier } from '@/lib/cash/carrier-commands';
import type { CarrierView } from '@/lib/cash/cash-view';
import { plainAmount } from '@/lib/shared/numbers/money';

/**
 * What the form of a carrier shows. It is also saved in the browser, until the user cancels or the carrier is stored.
 * `fee` is the typed text. `seen`: the stored values with which the form was first shown; null for a new carrier.
 */
export type CarrierDraft = Omit<CarrierValues, 'feeMinor'> & {
  carrierId: string;
  fee: string;
  seen: CarrierValues | null;
};

/** Returns the form values of a stored carrier, or the empty values of a new carrier (`carrier` is null). */
export function draftOfCarrier(carrier: CarrierView | null, decimals: number): CarrierDraft {
  const seen = carrier && valuesOf(carrier);
  const { feeMinor, ...values } = seen ?? {
    name: '',
    phone: '',
    trackingUrl: '',
    feeMinor: 0,
    isArchived: false,
  };
  return {
    carrierId: carrier?.id ?? crypto.randomUUID(),
    ...values,
    fee: plainAmount(feeMinor, decimals),
    seen,
  };
}

/**
 * Returns the form values of a saved copy. Returns null if the copy cannot be read. It is also null if the stored
 * carrier has changed since then, or if the new carrier is already stored, because the copy would hide what is stored.
 */
export function restoreCarrier(
  saved: unknown,
  carrier: CarrierView | null,
  carriers: readonly Pick<CarrierView, 'id'>[],
): CarrierDraft | null {
  if (!isCarrierDraft(saved)) return null;
  if (carrier === null) return carriers.some(({ id }) => id === saved.carrierId) ? null : saved;
  return saved.carrierId === carrier.id && saved.seen !== null && isSameCarrier(saved.seen, valuesOf(carrier))
    ? saved
    : null;
}

const valuesOf = ({ name, phone, trackingUrl, fee, isArchived }: CarrierView): CarrierValues => ({
  name,
  phone,
  trackingUrl,
  feeMinor: fee?.amount_minor ?? 0,
  isArchived,
});

function isCarrierDraft(value: unknown): value is CarrierDraft {
  if (typeof value !== 'object' || value === null) return false;
  if (!('carrierId' in value) || !('name' in value) || !('phone' in value) || !('fee' in value)) return false;
  if (!('trackingUrl' in value) || !('isArchived' in value) || !('seen' in value)) return false;
  const { carrierId, name, phone, trackingUrl, fee } = value;
  return (
    [carrierId, name, phone, trackingUrl, fee].every((text) => typeof text === 'string') &&
    typeof value.isArchived === 'boolean' &&
    typeof value.seen === 'object'
  );
}
