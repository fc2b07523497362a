'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { Direction } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { ToastProvider } from '@/components/ui/toast';
import { LiveUpdates } from './live-updates';
import { makeQueryClient } from './query-client';
import { appLocale, directionOf } from '@/lib/shared/locale';

type ProvidersProps = { installId: string; children: ReactNode };

/** What every screen of an install stands on: the cache of reads, live updates, direction, toasts. */
export function Providers({ installId, children }: ProvidersProps) {
  const [queryClient] = useState(makeQueryClient);
  const direction = directionOf(appLocale(useLocale()));
  return (
    <QueryClientProvider client={queryClient}>
      <Direction.Provider dir={direction}>
        <ToastProvider>
          <LiveUpdates installId={installId}>{children}</LiveUpdates>
        </ToastProvider>
      </Direction.Provider>
    </QueryClientProvider>
  );
}
