import { listScopes } from '@/lib/installs/compare-scopes';
import { productsScope } from '@/lib/platform/assumptions';
import type { Scope } from '@/lib/platform/contract/scopes';

/** Scopes that the app needs for its main tasks: to read, create, change and ship orders, and to read products. */
export const coreScopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  productsScope,
] as const;

/**
 * Steps that are left in the set-up of the app. They are derived from scopes, webhook subscription and orders; no user
 * marks a step as done.
 */
export type SetUpGuide = {
  /** All scopes of the app that are not in effect, as the settings screen lists them. */
  missingScopes: Scope[];
  /** True if the webhook subscription is active, so the platform notifies the app of changes. */
  isSubscribed: boolean;
  /** True if at least one order was created with this app. */
  hasOrder: boolean;
};

/**
 * Returns which steps of the set-up are left. Returns null if the app can do its main tasks and the other steps are
 * done: a merchant may decide against the other scopes.
 */
export function setUpGuide(facts: {
  scopes: ReadonlySet<string>;
  subscription: string;
  hasOrder: boolean;
}): SetUpGuide | null {
  const isSubscribed = facts.subscription === 'active';
  const canWork = coreScopes.every((scope) => facts.scopes.has(scope));
  if (canWork && isSubscribed && facts.hasOrder) return null;
  const listed = listScopes({ granted: [], effective: [...facts.scopes] });
  const missingScopes = listed.flatMap(({ scope, missing }) => (missing ? [scope] : []));
  return { missingScopes, isSubscribed, hasOrder: facts.hasOrder };
}
