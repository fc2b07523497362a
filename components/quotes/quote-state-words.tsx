'use client';

import { clsx } from 'clsx';
import { useTranslations } from 'next-intl';
import { openStates } from '@/lib/quotes/quote-state';
import type { QuoteView } from '@/lib/quotes/quote-view';
import { ChangeRequest } from './change-request';
import { ValidUntil } from './valid-until';

/** Kinds of history entries that can exist only if the customer has opened a version of the quote. */
const opening = ['opened', 'change_requested', 'accepted', 'declined'];

/**
 * Text on the quote's page: the change that the customer requested (if any), the state of the quote, its meaning and
 * the next step.
 */
export function QuoteStateWords({ view }: { view: QuoteView }) {
  const t = useTranslations('quotes');
  const { state, expiresAt } = view;
  const isOpen = openStates.includes(state);
  // True if the customer has opened or answered any version of the quote. If this is true and the state is `sent`, the
  // customer opened an earlier version, and a newer version was sent after that.
  const wasOpened = view.events.some(({ kind }) => opening.includes(kind));
  const changeRequest = view.changeRequested
    ? view.events.find(({ kind }) => kind === 'change_requested')
    : undefined;
  return (
    <div className="flex flex-col gap-3">
      {changeRequest && <ChangeRequest at={changeRequest.at} message={changeRequest.message} />}
      <p role="status" className={clsx('text-sm', changeRequest && 'sr-only')} data-state={state}>
        {t(changeRequest ? 'change.title' : `meaning.${state === 'sent' && wasOpened ? 'sentAgain' : state}`)}
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
