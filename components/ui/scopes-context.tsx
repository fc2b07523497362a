'use client';

import { createContext, useContext } from 'react';

/**
 * Scopes (permissions of the app) of the install, as last read.
 *
 * - `effective`: the scopes that the app can use now
 * - `granted`: the scopes that a merchant has granted, including those that were switched off later
 */
export type ScopeGrant = { storeId: string; effective: readonly string[]; granted: readonly string[] };

/**
 * Scopes (permissions of the app) of the install. The screen uses them only to decide what to offer. Whether a request
 * is allowed is decided by the platform (platform: Scopes).
 */
export const ScopesContext = createContext<ScopeGrant>({ storeId: '', effective: [], granted: [] });

/** Returns the required scopes that the install does not have. If the array is empty, the action can be offered. */
export function useMissingScopes(...needed: string[]): string[] {
  const { effective } = useContext(ScopesContext);
  return needed.filter((scope) => !effective.includes(scope));
}
