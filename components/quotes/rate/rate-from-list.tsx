'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { ratesOptions } from '@/components/quotes/quotes-queries';
import { RateDialog, type SaveRate } from './rate-dialog';

type RateFromListProps = { installId: string; save: SaveRate; onClose: () => void };

/** The form of the store's exchange rates, opened from the quotes screen. The rates are read when the form opens. */
export function RateFromList({ installId, save, onClose }: RateFromListProps) {
  const t = useTranslations('quotes.rate');
  const query = useQuery(ratesOptions(installId));
  const [first, ...others] = query.data ?? [];
  if (first)
    return <RateDialog installId={installId} rates={[first, ...others]} save={save} onClose={onClose} />;
  return (
    <DialogPanel
      open
      onOpenChange={onClose}
      title={t('title')}
      actions={<Button onClick={onClose}>{t('cancel')}</Button>}
    >
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && <ReadProblem error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <p className="text-sm text-ink-soft">{t('noPair')}</p>}
    </DialogPanel>
  );
}
