'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, MessageCircle } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { MoneyText } from '@/components/ui/text/money-text';
import { quoteMessage } from '@/components/quotes/quote-message';
import { renewalOptions } from '@/components/quotes/quotes-queries';
import type { Sharing } from '@/components/quotes/share-quote';
import type { RenewQuotesCommand } from '@/lib/quotes/rate/rate-commands';
import {
  type RenewalItem,
  type RenewalPreview,
  type RenewalResult,
  renewedMax,
  type RenewQuotesOutcome,
} from '@/lib/quotes/rate/rate-view';
import type { ActionOf } from '@/lib/shared/action-of';
import { baseLocale } from '@/lib/shared/locale';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { quotesKeys } from '@/lib/shared/read-keys';
import { RateText } from './rate-text';

/** Server action that renews the prices of quotes. The page passes it in. */
export type RenewQuotes = ActionOf<
  typeof RenewQuotesCommand,
  RenewQuotesOutcome | { code: 'failed' | (string & {}); results?: undefined }
>;

/** Data for the message to a customer about the new price of a quote. */
export type RenewSharing = Pick<
  Sharing,
  'appUrl' | 'storeName' | 'storeCountry' | 'storeLocale' | 'template'
>;

type RenewDialogProps = {
  installId: string;
  renew: RenewQuotes;
  sharing: RenewSharing;
  onClose: () => void;
};

/**
 * Dialog that renews all quotes whose price must be updated. It first shows a preview, then renews all quotes with one
 * press, and then offers a message to each customer. The browser sends the quotes in parts. If the renewal stops before
 * all parts were sent, the next preview lists the remaining quotes.
 */
export function RenewDialog({ installId, renew, sharing, onClose }: RenewDialogProps) {
  const t = useTranslations('quotes.renew');
  const client = useQueryClient();
  const preview = useQuery(renewalOptions(installId));
  const [results, setResults] = useState<Map<string, RenewalResult>>(new Map());
  // The preview that was on the screen when the user pressed the button. Live updates do not change it, so that the
  // rows with the messages stay as they are.
  const [pressed, setPressed] = useState<RenewalPreview | null>(null);
  const [isRenewing, setRenewing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = pressed ?? preview.data;
  const ready = (shown?.quotes ?? []).filter(({ after }) => after !== null);
  const left = ready.filter(({ quoteId }) => !results.has(quoteId));
  const isDone = pressed !== null && left.length === 0;
  const renewed = [...results.values()].filter(({ code }) => code === 'renewed').length;
  // The links for the messages exist only in this dialog, so it cannot be closed while quotes are being renewed.
  const close = () => {
    if (!isRenewing) onClose();
  };

  const press = async () => {
    if (isRenewing || !shown) return;
    setRenewing(true);
    setProblem(null);
    setPressed(shown);
    for (let at = 0; at < left.length; at += renewedMax) {
      const quotes = left.slice(at, at + renewedMax).map(({ quoteId, version, after }) => ({
        quoteId,
        version,
        totalMinor: after?.amount_minor ?? 0,
      }));
      const outcome = await renew({ installId, quotes }).catch(() => ({ code: 'no_answer' as const }));
      noteAnswer(outcome);
      if (!('results' in outcome) || !outcome.results) {
        setProblem(outcome.code);
        break;
      }
      const { results: part } = outcome;
      setResults((before) => new Map([...before, ...part.map((one) => [one.quoteId, one] as const)]));
    }
    setRenewing(false);
    void client.invalidateQueries({ queryKey: quotesKeys.all(installId) });
  };
  return (
    <DialogPanel
      open
      onOpenChange={close}
      title={t('title')}
      description={isDone ? t(renewed > 0 ? 'sendNext' : 'noneRenewed') : t('body')}
      actions={
        <>
          <Button disabled={isRenewing} onClick={close}>
            {t(isDone ? 'close' : 'cancel')}
          </Button>
          {!isDone && (
            <Button
              variant="primary"
              disabled={left.length === 0}
              pending={isRenewing}
              onClick={() => void press()}
            >
              {t('press', { count: left.length })}
            </Button>
          )}
        </>
      }
    >
      {preview.isPending && <Skeleton className="h-40" />}
      {preview.isError && !shown && (
        <ReadProblem error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {shown && (
        <div className="flex flex-col gap-3">
          <p role="status" className="text-sm text-ink-soft">
            {shown.quotes.length === 0
              ? t('none')
              : pressed
                ? t('progress', { done: renewed, count: ready.length })
                : t('count', { count: ready.length })}
          </p>
          <ul className="divide-y divide-line" aria-label={t('title')}>
            {shown.quotes.map((quote) => (
              <Row
                key={quote.quoteId}
                quote={quote}
                result={results.get(quote.quoteId) ?? null}
                sharing={sharing}
              />
            ))}
          </ul>
          {shown.hasMore && <p className="text-sm text-ink-soft">{t('more')}</p>}
          {problem !== null && !isRenewing && (
            <OutcomeNote code={problem} isOutcomeUnknown={problem === 'no_answer'}>
              <p>{t(problem === 'no_answer' ? 'noAnswer' : 'failed')}</p>
            </OutcomeNote>
          )}
        </div>
      )}
    </DialogPanel>
  );
}

type RowProps = { quote: RenewalItem; result: RenewalResult | null; sharing: RenewSharing };

function Row({ quote, result, sharing }: RowProps) {
  const t = useTranslations('quotes.renew');
  const problem = result?.code === 'refused' ? result.problem : quote.problem;
  return (
    <li data-renewal={quote.number} className="flex flex-col gap-1 py-3 text-sm first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 break-words">
          <bdi className="font-bold">{quote.number}</bdi>
          {quote.customerName && (
            <>
              <span aria-hidden> · </span>
              <bdi>{quote.customerName}</bdi>
            </>
          )}
        </span>
        <span>
          <span className="sr-only">{t('before')} </span>
          <MoneyText money={quote.before} className="text-ink-soft" />
          {quote.after && (
            <>
              <span className="sr-only"> {t('after')} </span>
              <Becomes />
              <MoneyText money={quote.after} className="font-bold" />
            </>
          )}
        </span>
      </p>
      {quote.rates && (
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
          <RateText rate={quote.rates.base} />
          <Becomes />
          <RateText rate={{ ...quote.rates.base, rate: quote.rates.now }} />
        </p>
      )}
      {problem && <p className="text-warn">{t(`problem.${problem}`)}</p>}
      {result?.code === 'renewed' && <Message result={result} sharing={sharing} />}
    </li>
  );
}

/** Arrow between the old value and the new value, in the direction of reading. */
const Becomes = () => (
  <ArrowRight aria-hidden className="mx-1 inline size-3.5 text-ink-soft rtl:-scale-x-100" />
);

/** Link that opens WhatsApp with the message about the new price. Nothing is sent automatically. */
function Message({
  result,
  sharing,
}: {
  result: Extract<RenewalResult, { code: 'renewed' }>;
  sharing: RenewSharing;
}) {
  const t = useTranslations('quotes.renew');
  const message = quoteMessage(result.quote, sharing, baseLocale(sharing.storeLocale));
  const url = whatsappUrl(result.quote.customer.phone, message);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="font-semibold text-good">{t('renewed')}</span>
      {url && (
        <Button asChild>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <MessageCircle aria-hidden className="size-4" />
            {t.rich('send', { number: () => <bdi key="number">{result.quote.number}</bdi> })}
          </a>
        </Button>
      )}
    </div>
  );
}
