'use client';

import { createContext, useContext } from 'react';

/** Effective scopes of the install, as last read. The platform decides in the end (platform: Scopes). */
export const ScopesContext = createContext<readonly string[]>([]);

/** Returns the required scopes that are missing. An empty array means that the action may be offered. */
export function useMissingScopes(...needed: string[]): string[] {
  const granted = useContext(ScopesContext);
  return needed.filter((scope) => !granted.includes(scope));
}
