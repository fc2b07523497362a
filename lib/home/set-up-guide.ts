import { productsScope } from '@/lib/platform/assumptions';

/** Without these the desk is no desk: orders are read, made, changed and shipped, and what is sold is known. */
export const deskScopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  productsScope,
] as const;
export type DeskScope = (typeof deskScopes)[number];

/** What is left to do before the app is at work, by facts alone: nobody ticks anything off. */
export type SetUpGuide = {
  /** Those of `deskScopes` that are not in effect; none: done. */
  missingScopes: DeskScope[];
  /** The platform tells us of changes. */
  isTold: boolean;
  /** An order was made here. */
  hasOrder: boolean;
};

/** The guide, or null when all of it is done. */
export function setUpGuide(facts: {
  scopes: ReadonlySet<string>;
  subscription: string;
  hasOrder: boolean;
}): SetUpGuide | null {
  const missingScopes = deskScopes.filter((scope) => !facts.scopes.has(scope));
  const isTold = facts.subscription === 'active';
  if (missingScopes.length === 0 && isTold && facts.hasOrder) return null;
  return { missingScopes, isTold, hasOrder: facts.hasOrder };
}
