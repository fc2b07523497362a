import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reasons as activityReasons } from '@/components/operations/activity-result';
import { orderReasons, stockReasons } from '@/components/operations/item-reason';
import { refusalReasons as newOrderReasons } from '@/components/orders/new-order/new-order-banner';
import { refusalReasons as timelineReasons } from '@/components/orders/detail/timeline/timeline-event';
import { refusalReasons as writeReasons } from '@/components/orders/detail/write-problem';
import { refusalReasons as moveReasons } from '@/components/products/ledger/move-outcome';
import { reasons as quoteReasons } from '@/components/quotes/detail/quote-problem';
import { reasons as subscriptionReasons } from '@/components/webhooks/subscription-problem';
import { namedTopics } from '@/components/ui/text/event-name';
import { operationKinds } from '@/lib/kinds/operation-kinds.server';
import { activityKinds } from '@/lib/operations/activity/activity-view';
import { endpointOfKind, type KindName, kindNames } from '@/lib/shared/operations/kind-endpoints';
import { resourceOfTopic } from 'commerce-platform-client/assumptions';
import { endpoints } from 'commerce-platform-client/contract/endpoints';
import { webhookTopics } from 'commerce-platform-client/contract/webhooks';

describe('a webhook topic', () => {
  it('has a name on the screens', () => {
    expect(Object.keys(namedTopics).sort()).toEqual(
      webhookTopics.map((topic) => topic.replace('.', '_')).sort(),
    );
  });

  it('belongs to a resource that is read after the event, unless it is about the install', () => {
    expect(webhookTopics.filter((topic) => resourceOfTopic(topic) === null)).toEqual(['app.uninstalled']);
  });
});

describe('a kind of operation', () => {
  it('is in the table of kinds, from which it gets its endpoint and its name on the screens', () => {
    expect(kindNames.toSorted()).toEqual([...operationKinds.keys()].sort());
  });

  it('can be chosen in the filter of the Activity screen', () => {
    expect(activityKinds).toEqual([...kindNames, 'bulk_run']);
  });

  it('says whether a person who repeats it must confirm first, because its effect would double', () => {
    const doubles = (kind: KindName) => operationKinds.get(kind)?.doublesIfRepeated;
    const asking: KindName[] = ['create_order', 'create_refund', 'create_movement'];
    expect(asking.filter((kind) => !doubles(kind))).toEqual([]);
    // A new write says it itself, so only the kinds that set values or change the subscription are listed.
    expect([...bulkOrderKinds, ...webhookKinds].filter(doubles)).toEqual([]);
  });
});

const webhookKinds = ['put_webhook', 'delete_webhook', 'test_webhook'] as const;
const bulkOrderKinds = ['set_order_status', 'patch_order', 'fulfill_rest', 'patch_fulfillment'] as const;
const otherKinds: readonly KindName[] = ['create_order', 'create_movement', ...webhookKinds];
/** The kinds that change an order. A new kind is one of them until it is listed above. */
const orderKinds = kindNames.filter((kind) => !otherKinds.includes(kind));

/** Each list of refusal codes that have a text, with the kinds whose refusals its screen shows. */
const screens: readonly [file: string, kinds: readonly KindName[], texts: object][] = [
  ['operations/activity-result.tsx', kindNames, activityReasons],
  ['operations/item-reason.tsx', bulkOrderKinds, orderReasons],
  ['operations/item-reason.tsx', ['create_movement'], stockReasons],
  ['orders/detail/timeline/timeline-event.tsx', orderKinds, timelineReasons],
  ['orders/detail/write-problem.tsx', orderKinds, writeReasons],
  ['orders/new-order/new-order-banner.tsx', ['create_order'], newOrderReasons],
  ['products/ledger/move-outcome.tsx', ['create_movement'], moveReasons],
  ['quotes/detail/quote-problem.tsx', ['create_order'], quoteReasons],
  ['webhooks/subscription-problem.tsx', webhookKinds, subscriptionReasons],
];

/**
 * Codes that have only the general text of a screen, because a text of their own would say nothing more. A conflict of
 * a new order is about its idempotency key. A subscription is never absent while its install exists.
 */
const general: Readonly<Record<string, readonly string[]>> = {
  'orders/new-order/new-order-banner.tsx': ['conflict'],
  'quotes/detail/quote-problem.tsx': ['conflict'],
  'webhooks/subscription-problem.tsx': ['not_found'],
};

describe('a refusal by the platform', () => {
  it.each(screens)('has a text for each error code of its endpoints: %s', (file, kinds, texts) => {
    const codes = kinds.flatMap((kind) => Object.values(endpoints[endpointOfKind[kind]].errors).flat());
    expect(codes).not.toEqual([]);
    const missing = [...new Set(codes)].filter((code) => !Object.hasOwn(texts, code));
    expect(missing).toEqual(general[file] ?? []);
  });

  it('has no other list of codes on a screen', () => {
    const folder = path.join(import.meta.dirname, '../../components');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tsx'),
    );
    const lists = files.filter((file) =>
      /\bforbidden: true\b/.test(readFileSync(path.join(folder, file), 'utf8')),
    );
    expect(lists.toSorted()).toEqual([...new Set(screens.map(([file]) => file))].toSorted());
  });
});
