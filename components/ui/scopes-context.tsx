'use client';

import { createContext, useContext } from 'react';

/** Effective scopes of the install, as last read; the platform has the last word (platform: Scopes). */
export const ScopesContext = createContext<readonly string[]>([]);

/** Which of these scopes are not held: empty when the action they stand for may be offered. */
export function useMissingScopes(...needed: string[]): string[] {
  const granted = useContext(ScopesContext);
  return needed.filter((scope) => !granted.includes(scope));
}
