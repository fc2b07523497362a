'use client';

import { useRouter } from 'next/navigation';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { PasteMessageButton } from '@/components/catalogue/paste-message-button';
import { NewOrderScreen, type QuoteForm } from '@/components/orders/new-order/new-order-screen';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { QuoteRate } from '@/components/quotes/send-quote-form';
import type { SendQuoteActions } from '@/components/quotes/send-quote-actions';
import type { Sharing } from '@/components/quotes/share-quote';
import type { DeleteDraft } from '@/components/quotes/delete-draft-button';
import type { QuoteListItem } from '@/lib/quotes/quote-view';
import { quotePath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import { deletePersonAction } from '@/app/(admin)/i/[installId]/customers/actions';
import type { ChangedQuote } from '@/app/(admin)/i/[installId]/quotes/form-draft';

type ScreenProps = ComponentProps<typeof NewOrderScreen>;
type OrderBody = Parameters<NonNullable<ScreenProps['onSendQuote']>>[0];

type ComposerProps = Omit<
  ScreenProps,
  'onSendQuote' | 'paste' | 'changes' | 'offer' | 'draftStore' | 'person'
> & {
  draftStore: NonNullable<ScreenProps['draftStore']> & { remove: DeleteDraft };
  /** Server action that finds the catalogue items that a pasted chat message names. */
  match: ComponentProps<typeof PasteMessageButton>['match'];
  quotes: SendQuoteActions;
  /** The sent quote that the form changes. If undefined, the form makes a new order or quote. */
  changes?: ChangedQuote;
  /** The drafts that were changed last. An empty form offers to continue them. */
  drafts?: QuoteListItem[];
  sharing: Omit<Sharing, 'onTemplate'>;
  /** The exchange rates that users of the store typed. */
  rates: QuoteRate[];
};

/**
 * Component that offers to continue a draft. Its code is loaded in the browser only if there is a draft. The
 * HTML from the server already contains the offer.
 */
const DraftOffer = lazy(() =>
  import('@/components/quotes/draft-offer').then(({ DraftOffer: offer }) => ({ default: offer })),
);

/**
 * Component that shows the change that the customer requested. Its code is loaded in the browser only if
 * there is a request. The HTML from the server already contains the request.
 */
const ChangeRequest = lazy(() =>
  import('@/components/quotes/change-request').then(({ ChangeRequest: request }) => ({ default: request })),
);

/**
 * Component that shows the customer to whom a phone number belongs. Its code is loaded after a complete number was
 * typed. If it cannot be loaded, the form shows no customer.
 */
const KnownCustomer = lazy(() =>
  import('@/components/customers/known-customer').then(
    ({ KnownCustomer: known }) => ({ default: known }),
    () => ({ default: () => null }),
  ),
);

const loadDialog = () => import('./quote-dialog').then(({ QuoteDialog }) => QuoteDialog);

/**
 * New order form, together with the dialog for pasted messages and the quote dialog. Form and dialogs are in modules
 * that do not import each other, so this component connects them.
 */
export function Composer({ match, quotes, sharing, rates, changes, drafts = [], ...screen }: ComposerProps) {
  const { installId } = screen;
  const router = useRouter();
  const [requested, setRequested] = useState<{ order: OrderBody; form: QuoteForm } | null>(null);
  const renderDialog = useLazy(loadDialog, requested !== null, () => setRequested(null));
  const [template, onTemplate] = useState(sharing.template);
  // If the form has no saved draft, the quote is sent with this id. The id does not change, so a second press
  // of the send button does not create a second quote.
  const [ownId] = useState<string>(() => crypto.randomUUID());
  const [quoteId, setQuoteId] = useState(ownId);
  // The form keeps the content that it loaded first, even if the page is read again. The version number must fit that
  // content, so the form keeps the first version number as well.
  const [loaded] = useState(changes);
  const seenOf = (id: string) =>
    id === loaded?.quoteId
      ? { version: loaded.version, isWithdrawn: loaded.isWithdrawn }
      : { version: 0, isWithdrawn: false };
  return (
    <>
      <NewOrderScreen
        {...screen}
        {...(changes && {
          changes: {
            href: installPath(installId, quotePath({ id: changes.quoteId, state: 'sent' })),
            number: changes.number,
            request: changes.request && <ChangeRequest {...changes.request} />,
          },
        })}
        offer={(openDraftId) =>
          drafts.length > 0 && (
            <DraftOffer
              installId={installId}
              drafts={drafts.filter(({ id }) => id !== openDraftId)}
              remove={screen.draftStore.remove}
            />
          )
        }
        paste={(onAdd, target) => (
          <PasteMessageButton installId={installId} match={match} onAdd={onAdd} target={target} />
        )}
        person={(phone, use) => (
          <Suspense>
            <KnownCustomer installId={installId} phone={phone} remove={deletePersonAction} {...use} />
          </Suspense>
        )}
        onSendQuote={(order, form) => {
          setQuoteId(form.draftId ?? ownId);
          setRequested({ order, form });
        }}
      />
      {requested &&
        renderDialog?.({
          installId,
          quoteId,
          seen: { ...seenOf(quoteId), hasDraft: requested.form.draftId !== null },
          order: requested.order,
          isFeeOpen: requested.form.isFeeOpen,
          decimals: requested.form.decimals,
          pricingCurrency: screen.store.pricingCurrency,
          rates,
          changes,
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
