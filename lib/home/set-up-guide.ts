import { productsScope } from '@/lib/platform/assumptions';

/** Without these the desk is no desk: orders are read, made, changed and shipped, and what is sold is known. */
export const coreScopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  productsScope,
] as const;
export type CoreScope = (typeof coreScopes)[number];

/** What is left to do before the app is at work, by facts alone: nobody ticks anything off. */
export type SetUpGuide = {
  /** Those of `deskScopes` that are not in effect; none: done. */
  missingScopes: CoreScope[];
  /** The platform tells us of changes. */
  isSubscribed: boolean;
  /** An order was made here. */
  hasOrder: boolean;
};

/** The guide, or null when all of it is done. */
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
