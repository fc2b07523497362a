'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { Direction } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { ScopesContext } from '@/components/ui/scopes-context';
import { ToastProvider } from '@/components/ui/toast';
import { LiveUpdates } from './live-updates';
import { makeQueryClient } from './query-client';
import { appLocale, directionOf } from '@/lib/shared/locale';

type ProvidersProps = { installId: string; scopes: string[]; children: ReactNode };

/** What every screen of an install stands on: scopes, the cache of reads, live updates, direction, toasts. */
export function Providers({ installId, scopes, children }: ProvidersProps) {
  const [queryClient] = useState(makeQueryClient);
  const direction = directionOf(appLocale(useLocale()));
  return (
    <QueryClientProvider client={queryClient}>
      <Direction.Provider dir={direction}>
        <ToastProvider>
          <ScopesContext value={scopes}>
            <LiveUpdates installId={installId}>{children}</LiveUpdates>
          </ScopesContext>
        </ToastProvider>
      </Direction.Provider>
    </QueryClientProvider>
  );
}
