/** All scopes of the platform document, in its order. platform: Authentication, Scopes. */
export const scopes = [
  'orders:read',
  'orders:create',
  'orders:write',
  'fulfillments:write',
  'refunds:write',
  'inventory:read',
  'inventory:write',
  'products:read',
  'discounts:read',
  'clients:read',
  'clients:write',
] as const;
/** A scope that the platform document names. An install may have other scopes too. */
export type Scope = (typeof scopes)[number];
