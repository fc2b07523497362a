import { describe, expect, it } from 'vitest';
import type { SubscriptionView } from '@/lib/webhooks/subscription-view';
import { findMissingTopics } from './find-missing-topics';

const subscription = {
  endpointUrl: 'https://app.example/api/webhooks',
  isOurs: true,
  status: 'active',
  failures: 0,
  activatedAt: null,
  disabledAt: null,
};
const topics: SubscriptionView['topics'] = [
  { name: 'order.created', scope: 'orders:read', isGranted: true, isSubscribed: true },
  { name: 'product.updated', scope: 'products:read', isGranted: true, isSubscribed: false },
  { name: 'inventory.movement_created', scope: 'inventory:read', isGranted: false, isSubscribed: false },
];
const missingOf = (view: Partial<SubscriptionView>) =>
  findMissingTopics({ subscription, topics, previousUntil: null, isDevelopment: false, ...view }).missing;

describe('findMissingTopics', () => {
  it('finds a granted topic that is not subscribed, and no topic without a permission', () => {
    expect(missingOf({}).map(({ name }) => name)).toEqual(['product.updated']);
  });

  it('finds none while all updates are off, because the screen then says so', () => {
    expect(missingOf({ subscription: null })).toEqual([]);
    expect(missingOf({ subscription: { ...subscription, status: 'disabled' } })).toEqual([]);
    expect(missingOf({ subscription: { ...subscription, isOurs: false } })).toEqual([]);
  });
});
