import { listSort } from '@/lib/platform/assumptions';
import type { WebhookTopic } from '@/lib/platform/contract/webhooks';

/**
 * Answers as another platform might where the document is silent. What each knob changes:
 *
 * | Knob          | Value            | Changes                                                                       |
 * |---------------|------------------|-------------------------------------------------------------------------------|
 * | sort          | oldest_first     | orders, movements and discounts (A6, A27); products keep the document's order  |
 * | extra_fields  | true             | every object of an answer, the event envelope and its data get one more field |
 * | unknown_enums | true             | some values turn into ones no document names (A14 to A17; Versioning, 2)      |
 * | bodies        | true             | answers of the order writers are nested or short (A7 to A9), details.fields and |
 * |               |                  | details.lines have other keys (A12), fx.rates are decimals (A18), the address |
 * |               |                  | has other keys (A19)                                                          |
 * |               | empty            | the same, and the answers of the order writers have nothing in data           |
 * | optional_fields | null, absent   | products, variants, discounts and the store keep their id alone (A23)         |
 * | payloads      | nested, no_ids   | data of the topics the document does not show (A11): ids one level down, none |
 *
 * The world itself is untouched: it is done to the answer on its way out, recorded answers too.
 */
export type Variation = {
  sort: 'newest_first' | 'oldest_first';
  extra_fields: boolean;
  unknown_enums: boolean;
  bodies: boolean | 'empty';
  optional_fields: 'present' | 'null' | 'absent';
  payloads: 'flat' | 'nested' | 'no_ids';
};

/** Everything off. */
export const asDocumented: Variation = {
  sort: listSort,
  extra_fields: false,
  unknown_enums: false,
  bodies: false,
  optional_fields: 'present',
  payloads: 'flat',
};

/** A field of a later revision. */
export const futureField = { x_future_field: { since: '2027-01-01' } };

const shownTopics: WebhookTopic[] = ['order.created', 'inventory.movement_created'];

/** The data of an event as another platform might send it. */
export function varyPayload(
  topic: WebhookTopic,
  data: Record<string, unknown>,
  variation: Variation,
): Record<string, unknown> {
  const more = variation.extra_fields ? futureField : {};
  if (variation.payloads === 'flat' || shownTopics.includes(topic)) return { ...data, ...more };
  const entries = Object.entries(data);
  if (variation.payloads === 'no_ids')
    return { ...Object.fromEntries(entries.filter(([key]) => !key.endsWith('_id'))), ...more };
  return { resource: data, ...more };
}
