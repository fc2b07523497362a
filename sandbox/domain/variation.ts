import { listSort } from 'commerce-platform-client/assumptions';
import type { WebhookTopic } from 'commerce-platform-client/contract/webhooks';

/**
 * How the sandbox's responses deviate from the documented platform, to test the app with other platforms. Each field
 * changes a point that the platform document leaves open.
 *
 * | Field           | Value           | Effect                                                                    |
 * | --------------- | --------------- | ------------------------------------------------------------------------- |
 * | sort            | oldest_first    | orders, movements and discounts (A6, A27); products keep their order      |
 * | extra_fields    | true            | one more field in each response object, event envelope and event data     |
 * | unknown_enums   | true            | some values become undocumented ones (A14 to A17; Versioning, 2)          |
 * | bodies          | true            | responses of writes to orders are nested or short (A7 to A9)              |
 * | bodies          | true            | details.fields and details.lines have other keys (A12)                    |
 * | bodies          | true            | fx.rates are decimals (A18); the address has other keys (A19)             |
 * | bodies          | empty           | as true, and the data in responses of writes to orders is empty           |
 * | optional_fields | null, absent    | products, variants, discounts and the store have only their id (A23)      |
 * | payloads        | nested, no_ids  | undocumented topics (A11): ids one level down, or no ids                  |
 *
 * The stored data does not change. Each response is changed just before it is sent, even a response that was stored
 * under an idempotency key.
 */
export type Variation = {
  sort: 'newest_first' | 'oldest_first';
  extra_fields: boolean;
  unknown_enums: boolean;
  bodies: boolean | 'empty';
  optional_fields: 'present' | 'null' | 'absent';
  payloads: 'flat' | 'nested' | 'no_ids';
};

/** The default variation: the platform behaves as documented. */
export const asDocumented: Variation = {
  sort: listSort,
  extra_fields: false,
  unknown_enums: false,
  bodies: false,
  optional_fields: 'present',
  payloads: 'flat',
};

/** An extra response field that a later revision of the API could add. */
export const futureField = { x_future_field: { since: '2027-01-01' } };

const shownTopics: WebhookTopic[] = ['order.created', 'inventory.movement_created'];

/**
 * Returns the data of an event as another revision of the platform might send it. `variation` decides whether
 * the data has an extra field, and whether its ids are nested or missing.
 */
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
