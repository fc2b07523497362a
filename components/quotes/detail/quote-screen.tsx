'use client';

import { useQuery } from '@tanstack/react-query';
import { MessageSquareWarning } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { quotesPath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import { DigitsClosed } from './digits-closed';
import { QuoteActions } from './quote-actions';
import type { QuoteActionsOf } from './use-quote-write';
import { QuoteContentCard } from './quote-content-card';
import { QuoteCustomerCard } from './quote-customer-card';
import { QuoteEvidenceCard } from './quote-evidence-card';
import { QuoteHistoryCard } from './quote-history-card';
import { QuoteProblem } from './quote-problem';
import { QuoteStateBadge } from '@/components/quotes/quote-state-badge';
import { QuoteStateWords } from '@/components/quotes/quote-state-words';
import { TwoColumns } from '@/components/ui/two-columns';
import { quoteOptions } from '@/components/quotes/quotes-queries';
import type { Sharing } from '@/components/quotes/share-quote';
import { ScreenHeading } from '@/components/ui/screen-heading';

type QuoteScreenProps = {
  installId: string;
  quoteId: string;
  sharing: Omit<Sharing, 'onTemplate'>;
  /** Template of the message that reminds the customer. */
  reminder: Sharing['template'];
  actions: QuoteActionsOf;
};

/** Screen of one quote: its state, its actions and its history. Live updates keep it current. */
export function QuoteScreen({ installId, quoteId, actions, ...props }: QuoteScreenProps) {
  const t = useTranslations('quotes');
  const query = useQuery(quoteOptions(installId, quoteId));
  const [template, onTemplate] = useState(props.sharing.template);
  const [reminder, onReminder] = useState(props.reminder);
  const sharing = { ...props.sharing, template, onTemplate };
  const reminding: Sharing = {
    ...props.sharing,
    setting: 'reminderMessage',
    template: reminder,
    onTemplate: onReminder,
  };
  if (!query.data) {
    if (query.isPending) return <ListSkeleton label={t('loading')} />;
    return <ReadProblem heading="h1" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const view = query.data;
  const target = { installId, quoteId };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <BackLink href={installPath(installId, '/quotes')}>{t('title')}</BackLink>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ScreenHeading title={t.markup('one', { number: () => view.number ?? '' })}>
            {t.rich('one', { number: () => <bdi key="number">{view.number}</bdi> })}
          </ScreenHeading>
          <QuoteStateBadge state={view.state} />
          {view.changeRequested && (
            <Badge tone="warn" icon={<MessageSquareWarning aria-hidden />}>
              {t('changeRequested')}
            </Badge>
          )}
          {view.version > 1 && (
            <span className="text-sm text-ink-soft">{t('version', { version: view.version })}</span>
          )}
        </div>
      </div>
      {query.isRefetchError && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={
            <Button pending={query.isFetching} onClick={() => void query.refetch()}>
              {t('refresh')}
            </Button>
          }
        />
      )}
      {view.isRateMoved && (
        <Banner
          tone="warn"
          title={t('rateMovedTitle')}
          actions={
            <Button asChild>
              <Link href={installPath(installId, quotesPath({ state: 'rate_moved' }))} prefetch={false}>
                {t('rateMovedNext')}
              </Link>
            </Button>
          }
        />
      )}
      {view.isUnreadable && (
        <Banner tone="warn" title={t('unreadable')}>
          {t('unreadableDetail')}
        </Banner>
      )}
      <Card>
        <div className="flex flex-col gap-4">
          <QuoteStateWords view={view} />
          {view.areDigitsClosed && <DigitsClosed target={target} view={view} reopen={actions.reopenDigits} />}
          {view.problem && <QuoteProblem target={target} view={view} retry={actions.retry} />}
          <QuoteActions
            target={target}
            view={view}
            sharing={sharing}
            reminding={reminding}
            actions={actions}
          />
        </div>
      </Card>
      <TwoColumns
        side={
          <>
            <QuoteCustomerCard view={view} />
            <QuoteEvidenceCard view={view} />
          </>
        }
      >
        <QuoteContentCard view={view} />
        <QuoteHistoryCard events={view.events} />
      </TwoColumns>
    </div>
  );
}
