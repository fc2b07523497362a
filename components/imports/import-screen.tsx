'use client';

import { useQuery } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { installPath } from '@/lib/shared/install-path';
import { AdoptionOutcome } from './import-outcome';
import { leftOptions } from './import-queries';
import { LeftChoice } from './import-choice';
import { type AdoptionActions, useLeft } from './use-import';

type AdoptionScreenProps = { installId: string; actions: AdoptionActions };

/** What the store's earlier installation has left, to be chosen piece by piece, or all at once, or left where it is. */
export function AdoptionScreen({ installId, actions }: AdoptionScreenProps) {
  const t = useTranslations('adoption');
  const left = useQuery(leftOptions(installId));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const work = useLeft(installId, actions, () => setChosen(new Set()));
  const { data } = left;
  const isEmpty = data?.quotes.length === 0 && data.views.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <BackLink href={installPath(installId, '/settings')}>{t('back')}</BackLink>
        <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
        <p className="max-w-prose text-sm text-ink-soft">{t('intro')}</p>
      </header>
      <AdoptionOutcome installId={installId} work={work} />
      {!data && left.isPending && <ListSkeleton label={t('loading')} />}
      {!data && left.isError && <ReadProblem error={left.error} onRetry={() => void left.refetch()} />}
      {data && !isEmpty && <LeftChoice things={data} chosen={chosen} onChoose={setChosen} work={work} />}
      {isEmpty && (
        <EmptyState
          icon={<PackageCheck />}
          title={t('empty.title')}
          actions={
            <Button asChild>
              <Link href={installPath(installId, '/quotes')} prefetch={false}>
                {t('empty.quotes')}
              </Link>
            </Button>
          }
        >
          {t('empty.body')}
        </EmptyState>
      )}
    </div>
  );
}
