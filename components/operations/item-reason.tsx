import { useTranslations } from 'next-intl';
import type { BulkItemState } from '@/lib/operations/bulk/bulk-run';
import { useNoShipmentText } from '@/components/ui/text/use-no-shipment-text';
import { knownKey } from '@/lib/shared/known-key';

/**
 * Reasons for a refused or skipped item that have a text of their own. The platform may add codes, so any
 * other code gets a general text. kinds.test.ts compares the codes with the endpoints.
 */
const reasons = {
  unknown_order: true,
  deleted: true,
  already_there: true,
  missing_scope: true,
  conflict: true,
  not_found: true,
  forbidden: true,
  invalid: true,
  invalid_request: true,
  cancelled: true,
  uninstalled: true,
  resolved_absent: true,
};

export const orderReasons = { ...reasons, other_tracking: true, several_shipments: true };
export const stockReasons = { ...reasons, unknown_variant: true };

type ItemReasonProps = { state: BulkItemState; reason: string | null; ofStock: boolean };

/**
 * Explains the state of an item of a bulk run (one action on many orders or variants). The text says why the item was
 * refused or skipped, or that the outcome is unknown. Shows nothing if the state needs no explanation.
 */
export function ItemReason({ state, reason, ofStock }: ItemReasonProps) {
  const t = useTranslations('bulk.reason');
  const tStock = useTranslations('stockSheet.itemReason');
  const known = knownKey(orderReasons, reason);
  const knownOfStock = knownKey(stockReasons, reason);
  const noShipment = useNoShipmentText()(reason);
  const isOutcomeUnknown = state === 'needs_review';
  if (noShipment) return <p className="order-1 w-full pb-1.5 text-ink-soft">{noShipment}</p>;
  if (!isOutcomeUnknown && state !== 'refused' && !(ofStock ? knownOfStock : known)) return null;
  const words = isOutcomeUnknown ? t('outcome_unknown') : t(known ?? 'other');
  const wordsOfStock = isOutcomeUnknown ? tStock('outcome_unknown') : tStock(knownOfStock ?? 'other');
  return <p className="order-1 w-full pb-1.5 text-ink-soft">{ofStock ? wordsOfStock : words}</p>;
}
