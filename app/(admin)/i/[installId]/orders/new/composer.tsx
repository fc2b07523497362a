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
  /** Server action that finds the catalogue items that a pasted chat message names. */
  match: ComponentProps<typeof PasteMessageButton>['match'];
  quotes: SendQuoteActions;
  sharing: Omit<Sharing, 'onTemplate'>;
};

const loadDialog = () =>
  import('@/components/quotes/send-quote-dialog').then(({ SendQuoteDialog }) => SendQuoteDialog);

/**
 * New order form, together with the reader of pasted messages and the quote dialog. This component connects the three,
 * because their modules do not import each other.
 */
export function Composer({ match, quotes, sharing, ...screen }: ComposerProps) {
  const { installId } = screen;
  const router = useRouter();
  const [requested, setRequested] = useState<{ order: OrderBody; form: QuoteForm } | null>(null);
  const renderDialog = useLazy(loadDialog, requested !== null, () => setRequested(null));
  const [template, onTemplate] = useState(sharing.template);
  // Id of the quote while the form has no saved draft. It stays the same, so a second press of the button sends the
  // same quote.
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

/** Computes the total of an order in the same way as the platform (platform: POST /orders). */
function totalOf({ items, discount, shipping, currency }: OrderBody, decimals: number) {
  const sumMinor = sumLinesMinor(items) ?? 0;
  return {
    currency,
    decimals,
    amount_minor: sumMinor - (discount?.amount_minor ?? 0) + shipping.amount_minor,
  };
}
