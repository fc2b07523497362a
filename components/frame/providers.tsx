'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ScopesContext } from '@/components/ui/scopes-context';
import { ToastProvider } from '@/components/ui/feedback/toast';
import { LiveUpdates } from './live-updates';
import { makeQueryClient } from './query-client';
import { SessionNotice } from './session-notice';

type ProvidersProps = { installId: string; scopes: string[]; adminUrl: string; children: ReactNode };

/**
 * React providers that every screen of an install needs: scopes, the query cache, live updates, toasts. `adminUrl` is
 * the page of the store admin that opens the app.
 */
export function Providers({ installId, scopes, adminUrl, children }: ProvidersProps) {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <ScopesContext value={scopes}>
          <LiveUpdates installId={installId}>{children}</LiveUpdates>
        </ScopesContext>
        <SessionNotice adminUrl={adminUrl} />
      </ToastProvider>
    </QueryClientProvider>
  );
}
