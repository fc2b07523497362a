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
import { ImportOutcome } from './import-outcome';
import { earlierDataOptions } from './import-queries';
import { ImportChoice } from './import-choice';
import { type ImportActions, useImport } from './use-import';
import { ScreenHeading } from '@/components/ui/screen-heading';

type ImportScreenProps = { installId: string; actions: ImportActions };

/**
 * Import screen. It lists the data that the store has from earlier installations of the app. The user can import or
 * decline single items or all items, or decide later.
 */
export function ImportScreen({ installId, actions }: ImportScreenProps) {
  const t = useTranslations('earlierData');
  const earlierData = useQuery(earlierDataOptions(installId));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const work = useImport(installId, actions, () => setChosen(new Set()));
  const { data } = earlierData;
  const isEmpty = data?.quotes.length === 0 && data.views.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <BackLink href={installPath(installId, '/settings')}>{t('back')}</BackLink>
        <ScreenHeading title={t('title')} />
        <p className="max-w-prose text-sm text-ink-soft">{t('intro')}</p>
      </header>
      <ImportOutcome installId={installId} work={work} />
      {!data && earlierData.isPending && <ListSkeleton label={t('loading')} />}
      {!data && earlierData.isError && (
        <ReadProblem error={earlierData.error} onRetry={() => void earlierData.refetch()} />
      )}
      {data && !isEmpty && (
        <ImportChoice earlierData={data} chosen={chosen} onChoose={setChosen} work={work} />
      )}
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
