import { productsScope } from '@/lib/platform/assumptions';

/** Scopes that the order desk needs: read, create, change and ship orders, and read products. */
export const coreScopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  productsScope,
] as const;
export type CoreScope = (typeof coreScopes)[number];

/** Steps that are left before the app works, derived from facts alone. No user marks a step as done. */
export type SetUpGuide = {
  /** Scopes in `coreScopes` that are not in effect; empty if this step is done. */
  missingScopes: CoreScope[];
  /** True if the platform notifies us of changes. */
  isSubscribed: boolean;
  /** True if an order was created in this app. */
  hasOrder: boolean;
};

/** Returns the guide, or null when every step is done. */
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
