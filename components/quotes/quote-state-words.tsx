'use client';

import { clsx } from 'clsx';
import { MessageSquareWarning } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { RelativeTime } from '@/components/ui/relative-time';
import { openStates } from '@/lib/quotes/quote-state';
import type { QuoteView } from '@/lib/quotes/quote-view';
import { ValidUntil } from './valid-until';

/**
 * Text on the quote's page: the change that the customer requested (if any), the state of the quote, its meaning and
 * the next step.
 */
export function QuoteStateWords({ view }: { view: QuoteView }) {
  const t = useTranslations('quotes');
  const { state, expiresAt } = view;
  const isOpen = openStates.includes(state);
  const changeRequest = view.changeRequested
    ? view.events.find(({ kind }) => kind === 'change_asked')
    : undefined;
  return (
    <div className="flex flex-col gap-3">
      {changeRequest && (
        <section
          aria-label={t('change.title')}
          className="flex gap-3 rounded-card border border-warn/30 bg-warn-soft px-4 py-3 text-sm"
        >
          <MessageSquareWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-bold text-warn">
              {t('change.title')} <RelativeTime at={changeRequest.at} />
            </p>
            <blockquote className="break-words whitespace-pre-line">
              <bdi>{changeRequest.message ?? t('purged')}</bdi>
            </blockquote>
            <p className="text-ink-soft">{t('change.next')}</p>
          </div>
        </section>
      )}
      <p role="status" className={clsx('text-sm', changeRequest && 'sr-only')} data-state={state}>
        {t(changeRequest ? 'change.title' : `meaning.${state}`)}
      </p>
      {expiresAt && (isOpen || state === 'expired') && (
        <p className="text-sm">
          <span className="text-ink-soft">{t('columns.validUntil')}: </span>
          <ValidUntil expiresAt={expiresAt} isOpen={isOpen} />
        </p>
      )}
    </div>
  );
}
