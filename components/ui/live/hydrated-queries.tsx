'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';

/**
 * Puts data that the server has read into the React Query cache of the page. `json` is the dehydrated cache as one JSON
 * string. An object is not used, because React encodes and decodes an object key by key, for each order in a list.
 */
export function HydratedQueries({ json, children }: { json: string; children: ReactNode }) {
  const state = useMemo(() => JSON.parse(json) as DehydratedState, [json]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
