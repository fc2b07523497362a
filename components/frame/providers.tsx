'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LiveUpdates } from './live-updates';
import { makeQueryClient } from './query-client';

type ProvidersProps = { installId: string; children: ReactNode };

/** What every screen of an install stands on: the cache of reads, live updates. */
export function Providers({ installId, children }: ProvidersProps) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates installId={installId}>{children}</LiveUpdates>
    </QueryClientProvider>
  );
}
