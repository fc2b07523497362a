'use client';

import { clsx } from 'clsx';
import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import type { QuoteEventView } from '@/lib/quotes/quote-view';
import { knownKey } from '@/lib/shared/known-key';
import { dateTimeParts } from '@/lib/shared/locale';

const dots = {
  sent: 'bg-info',
  renewed: 'bg-info',
  opened: 'bg-brand',
  change_requested: 'bg-warn',
  accepted: 'bg-good',
  declined: 'bg-line-strong',
  withdrawn: 'bg-line-strong',
  link_withdrawn: 'bg-line-strong',
  retried: 'bg-brand',
  digits_closed: 'bg-warn',
  digits_reopened: 'bg-brand',
  expired: 'bg-line-strong',
  imported: 'bg-brand',
  imported_renumbered: 'bg-brand',
};

/**
 * Kinds of history entries that show no author. A quote expires without any person, and the app cannot find out who
 * entered wrong digits.
 */
const withoutAuthor = ['expired', 'digits_closed'];

/** Card with the history of a quote, newest first. It includes the messages that the customer wrote. */
export function QuoteHistoryCard({ events }: { events: QuoteEventView[] }) {
  const t = useTranslations('quotes.history');
  return (
    <Card title={t('title')}>
      <ol aria-label={t('title')} className="flex flex-col">
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ event }: { event: QuoteEventView }) {
  const t = useTranslations('quotes.history');
  const format = useFormatter();
  const known = knownKey(dots, event.kind);
  const byCustomer = event.side === 'customer';
  return (
    <li
      data-event={event.kind}
      className="relative flex gap-3 pb-4 before:absolute before:start-1 before:top-3 before:h-full before:w-px before:bg-line last:before:hidden"
    >
      <span
        aria-hidden
        className={clsx(
          'relative mt-1.5 size-2.5 shrink-0 rounded-full ring-4 ring-surface',
          known ? dots[known] : 'bg-line-strong',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm">
        <p className="font-semibold">{known ? t(`kind.${known}`, { version: event.version }) : event.kind}</p>
        {event.message && (
          <blockquote className="border-s-2 border-line-strong ps-3 break-words whitespace-pre-line">
            <bdi>{event.message}</bdi>
          </blockquote>
        )}
        <p className="text-xs text-ink-soft">
          <time dateTime={event.at}>{format.dateTime(new Date(event.at), dateTimeParts)}</time>
          {!withoutAuthor.includes(event.kind) && (
            <>
              <span aria-hidden> · </span>
              {event.by
                ? t.rich(byCustomer ? 'byCustomerNamed' : 'by', {
                    name: () => <bdi key="name">{event.by}</bdi>,
                  })
                : t(byCustomer ? 'byCustomer' : 'bySomeone')}
            </>
          )}
        </p>
      </div>
    </li>
  );
}
