import { productsScope } from '@/lib/platform/assumptions';

/** Scopes that the app needs for its main tasks: to read, create, change and ship orders, and to read products. */
export const coreScopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  productsScope,
] as const;
export type CoreScope = (typeof coreScopes)[number];

/**
 * Steps that are left in the set-up of the app. They are derived from scopes, webhook subscription and orders; no user
 * marks a step as done.
 */
export type SetUpGuide = {
  /** The scopes of `coreScopes` that are not in effect; empty if all of them are. */
  missingScopes: CoreScope[];
  /** True if the webhook subscription is active, so the platform notifies the app of changes. */
  isSubscribed: boolean;
  /** True if at least one order was created with this app. */
  hasOrder: boolean;
};

/** Returns which steps of the set-up are left, or null if every step is done. */
export function setUpGuide(facts: {
  scopes: ReadonlySet<string>;
  subscription: string;
  hasOrder: boolean;
}): SetUpGuide | null {
  const missingScopes = coreScopes.filter((scope) => !facts.scopes.has(scope));
  const isSubscribed = facts.subscription === 'active';
  if (missingScopes.length === 0 && isSubscribed && facts.hasOrder) return null;
  return { missingScopes, isSubscribed, hasOrder: facts.hasOrder };
}
