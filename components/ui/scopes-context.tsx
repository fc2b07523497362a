'use client';

import { createContext, useContext } from 'react';

/**
 * Scopes (permissions of the app) that the install has, as last read. The scopes only decide what the screen offers.
 * The platform decides whether a request is allowed (platform: Scopes).
 */
export const ScopesContext = createContext<readonly string[]>([]);

/** Returns the required scopes that the install does not have. If the array is empty, the action can be offered. */
export function useMissingScopes(...needed: string[]): string[] {
  const granted = useContext(ScopesContext);
  return needed.filter((scope) => !granted.includes(scope));
}
