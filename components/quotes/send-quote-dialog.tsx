'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { useOperation } from '@/components/ui/use-operation';
import type { SendQuoteCommand } from '@/lib/quotes/quote-commands';
import type { SendQuoteActions, SendQuoteOutcome, SentQuoteData } from './send-quote-actions';
import { type QuoteRate, SendQuoteForm } from './send-quote-form';
import type { SharedQuote } from './quote-message';
import { ShareQuote, type Sharing } from './share-quote';

type SendQuoteDialogProps = {
  installId: string;
  /**
   * Id of the draft in the form; a new id if the form has no draft. If the same id is sent twice, the server sends only
   * one quote.
   */
  quoteId: string;
  /** The version and state of the quote when the form loaded it. */
  seen: Pick<z.input<typeof SendQuoteCommand>, 'version' | 'isWithdrawn' | 'hasDraft'>;
  /** Content of the quote, which readDraft has created from the values of the form. */
  order: z.input<typeof SendQuoteCommand>['order'];
  isFeeOpen: boolean;
  rate: QuoteRate | null;
  total: SharedQuote['total'];
  sharing: Sharing;
  actions: SendQuoteActions;
  /** Called after the quote was sent, so that the caller can delete the draft of the form. */
  onSent: () => void;
  /** Called when the dialog closes. If `isSent` is true, the form is finished, and the page of the quote opens next. */
  onClose: (isSent: boolean) => void;
};

/** Dialog to check a quote before it is sent to its customer. After sending, it shows the link to share. */
export function SendQuoteDialog(props: SendQuoteDialogProps) {
  const { installId, quoteId, seen, order, isFeeOpen, rate, total, sharing, actions, onSent, onClose } =
    props;
  const t = useTranslations('quotes.send');
  const router = useRouter();
  const [sent, setSent] = useState<(SentQuoteData & { until: string }) | null>(null);
  const operation = useOperation<
    Omit<z.input<typeof SendQuoteCommand>, 'installId' | 'quoteId' | 'operationId'>,
    SendQuoteOutcome,
    { installId: string; quoteId: string }
  >({
    action: actions.send,
    target: { installId, quoteId },
    onOutcome: (outcome, { validUntil }) => {
      // The outcome is that the exchange rate has changed since the page was opened. The page is read again to show the
      // current rate.
      if (outcome.code === 'refused' && outcome.reason === 'rate_changed') router.refresh();
      if (outcome.code !== 'succeeded') return;
      setSent({ ...outcome.result, until: validUntil });
      onSent();
    },
  });
  if (sent)
    return (
      <DialogPanel
        open
        onOpenChange={() => onClose(true)}
        title={t.rich('sent', { number: () => <bdi key="number">{sent.number}</bdi> })}
        description={t('sentBody')}
        actions={
          // This button is not a primary button, because the primary button of this dialog opens WhatsApp.
          <Button onClick={() => onClose(true)}>{t('toQuote')}</Button>
        }
      >
        <ShareQuote
          installId={installId}
          quote={{ ...sent, customer: order.customer, total }}
          sharing={sharing}
        />
      </DialogPanel>
    );
  return (
    <SendQuoteForm
      installId={installId}
      quoteId={quoteId}
      phone={order.customer.phone}
      findOpen={actions.findOpen}
      sending={operation.sending}
      outcome={operation.outcome}
      rate={rate}
      onSend={(input) => void operation.send({ ...seen, order, isFeeOpen, ...input })}
      onClose={() => onClose(false)}
    />
  );
}
