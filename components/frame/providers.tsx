'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ScopesContext } from '@/components/ui/scopes-context';
import { ToastProvider } from '@/components/ui/feedback/toast';
import { LiveUpdates } from './live-updates';
import { makeQueryClient } from './query-client';

type ProvidersProps = { installId: string; scopes: string[]; children: ReactNode };

/** The providers that every screen of an install needs: scopes, the cache of reads, live updates, toasts. */
export function Providers({ installId, scopes, children }: ProvidersProps) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <ScopesContext value={scopes}>
          <LiveUpdates installId={installId}>{children}</LiveUpdates>
        </ScopesContext>
      </ToastProvider>
    </QueryClientProvider>
  );
}
