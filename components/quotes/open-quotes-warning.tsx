'use client';

import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import { quotePath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import type { SendQuoteActions } from './send-quote-actions';

type OpenQuotesWarningProps = {
  installId: string;
  phone: string;
  /** Id of the quote that the user is editing. The warning does not list this quote. */
  except: string;
  find: SendQuoteActions['findOpen'];
};

/**
 * Warns that the customer with the phone number can still accept other quotes. The warning does not block anything. It
 * therefore shows nothing while these quotes load or if they cannot be read.
 */
export function OpenQuotesWarning({ installId, phone, except, find }: OpenQuotesWarningProps) {
  const t = useTranslations('quotes.send.open');
  const [open, setOpen] = useState<QuoteListItem[]>([]);
  useEffect(() => {
    let isGone = false;
    find({ installId, phone, except }).then(
      ({ quotes }) => isGone || setOpen(quotes ?? []),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [installId, phone, except, find]);
  if (open.length === 0) return null;
  return (
    <section
      role="status"
      className="flex gap-3 rounded-card border border-warn/30 bg-warn-soft px-4 py-3 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-bold text-warn">{t('title', { count: open.length })}</p>
        <ul className="flex flex-col">
          {open.map((quote) => (
            <li key={quote.id}>
              {/* The link opens a new tab, so that the values typed in the form stay. */}
              <a
                href={installPath(installId, quotePath(quote))}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-11 flex-wrap items-center gap-x-2 font-semibold text-brand underline-offset-2 hover:underline"
              >
                <bdi>{quote.number}</bdi>
                {quote.total && <MoneyText money={quote.total} />}
                <span className="font-normal text-ink-soft">
                  <RelativeTime at={quote.updatedAt} />
                </span>
              </a>
            </li>
          ))}
        </ul>
        <p className="text-ink-soft">{t('next')}</p>
      </div>
    </section>
  );
}
