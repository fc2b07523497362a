import { useTranslations } from 'next-intl';
import { knownKey } from '@/lib/shared/known-key';

/**
 * The webhook topics that have a name on the screen, with an underscore in place of the dot. The test
 * tests/lint/kinds.test.ts checks that the list is complete.
 */
export const namedTopics = {
  order_created: true,
  order_status_changed: true,
  order_paid: true,
  fulfillment_requested: true,
  fulfillment_created: true,
  fulfillment_updated: true,
  refund_created: true,
  product_created: true,
  product_updated: true,
  product_deleted: true,
  inventory_movement_created: true,
  app_uninstalled: true,
};

/**
 * Translated name of a webhook topic (platform: Topics). A topic without a translation is shown as "another
 * event".
 */
export function EventName({ topic }: { topic: string }) {
  const t = useTranslations('sync.topics');
  return t(knownKey(namedTopics, topic.replace('.', '_')) ?? 'other');
}
