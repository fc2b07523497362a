'use client';

import { useRouter } from 'next/navigation';
import { type ComponentProps, useState } from 'react';
import { PasteMessageButton } from '@/components/catalogue/paste-message-button';
import { NewOrderScreen, type QuoteForm } from '@/components/orders/new-order/new-order-screen';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { SendQuoteActions } from '@/components/quotes/send-quote-actions';
import type { Sharing } from '@/components/quotes/share-quote';
import { installPath } from '@/lib/shared/install-path';
import { sumLinesMinor } from '@/lib/shared/numbers/money';

type ScreenProps = ComponentProps<typeof NewOrderScreen>;
type OrderBody = Parameters<NonNullable<ScreenProps['onSendQuote']>>[0];

type ComposerProps = Omit<ScreenProps, 'onSendQuote' | 'paste'> & {
  /** Matches a pasted message with the catalogue. */
  match: ComponentProps<typeof PasteMessageButton>['match'];
  quotes: SendQuoteActions;
  sharing: Omit<Sharing, 'onTemplate'>;
};

const loadDialog = () =>
  import('@/components/quotes/send-quote-dialog').then(({ SendQuoteDialog }) => SendQuoteDialog);

/**
 * Order form together with the message reader and the quote dialog. It connects them here, because these modules do not
 * import each other.
 */
export function Composer({ match, quotes, sharing, ...screen }: ComposerProps) {
  const { installId } = screen;
  const router = useRouter();
  const [requested, setRequested] = useState<{ order: OrderBody; form: QuoteForm } | null>(null);
  const renderDialog = useLazy(loadDialog, requested !== null, () => setRequested(null));
  const [template, onTemplate] = useState(sharing.template);
  // Quote id of a form that is not saved yet. A second press sends the same quote.
  const [ownId] = useState<string>(() => crypto.randomUUID());
  const [quoteId, setQuoteId] = useState(ownId);
  return (
    <>
      <NewOrderScreen
        {...screen}
        paste={(onAdd) => <PasteMessageButton installId={installId} match={match} onAdd={onAdd} />}
        onSendQuote={(order, form) => {
          setQuoteId(form.draftId ?? ownId);
          setRequested({ order, form });
        }}
      />
      {requested &&
        renderDialog?.({
          installId,
          quoteId,
          order: requested.order,
          total: totalOf(requested.order, requested.form.decimals),
          sharing: { ...sharing, template, onTemplate },
          actions: quotes,
          onSent: requested.form.finish,
          onClose: (isSent) => {
            if (isSent) router.push(installPath(installId, `/quotes/${quoteId}`));
            else setRequested(null);
          },
        })}
    </>
  );
}

/** Total as the platform computes it (platform: POST /orders). */
function totalOf({ items, discount, shipping, currency }: OrderBody, decimals: number) {
  const sumMinor = sumLinesMinor(items) ?? 0;
  return {
    currency,
    decimals,
    amount_minor: sumMinor - (discount?.amount_minor ?? 0) + shipping.amount_minor,
  };
}
