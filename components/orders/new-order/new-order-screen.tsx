'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type FormEvent, useEffect, useRef, useState, useTransition } from 'react';
import { FormProvider } from 'react-hook-form';
import { useToast } from '@/components/ui/feedback/toast';
import { useEarlyInput } from '@/components/ui/form/use-early-input';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { type ComposerStore, emptyDraft, orderCurrency } from '@/lib/orders/new-order/new-order-draft';
import { installPath } from '@/lib/shared/install-path';
import { BackToOrders } from '@/components/orders/shared/back-to-orders';
import { NewOrderCurrency } from './new-order-currency';
import { NewOrderCustomer } from './new-order-customer';
import { NewOrderDelivery } from './new-order-delivery';
import { NewOrderExtras } from './new-order-extras';
import { useNewOrderForm } from './new-order-form';
import { NewOrderLines } from '@/components/orders/new-order/lines/new-order-lines';
import { NewOrderPayment } from './new-order-payment';
import { NewOrderStock } from './new-order-stock';
import { NewOrderBar, NewOrderSummary } from './new-order-summary';
import { useComposerStore } from './use-composer-store';
import { type ComposerOutcome, type CreateOrder, type OrderBody, useCreateOrder } from './use-create-order';
import { useRefusalMarks } from './use-refusal-marks';
import { useSavedDraft, modeOf } from '@/components/orders/new-order/draft/use-saved-draft';
import type { DraftStore, ServerDraft } from '@/components/orders/new-order/draft/use-server-draft';

type NewOrderScreenProps = {
  paste?: ComponentProps<typeof NewOrderLines>['paste'];
  installId: string;
  store: ComposerStore;
  create: CreateOrder;
  /** Keeps drafts on the server as well. */
  draftStore?: DraftStore;
  /** The draft of the server that the address names. */
  initial?: ServerDraft;
  /** Sends the order for acceptance, where a merchant may choose that. */
  onSendQuote?: (order: OrderBody, form: QuoteForm) => void;
  /** A new form begins as a quote. */
  beginsAsQuote?: boolean;
};

/** The form that a quote is sent from. */
export type QuoteForm = {
  /** The draft it is kept as; null: none yet. */
  draftId: string | null;
  /** Of the order's currency. */
  decimals: number;
  /** It was sent: nothing of the form is left to keep. */
  finish: () => void;
};

/** A new order at agreed prices: the form, what became of it, and nothing typed is ever lost. */
export function NewOrderScreen(props: NewOrderScreenProps) {
  const { installId, create, draftStore, initial, onSendQuote, beginsAsQuote } = props;
  const t = useTranslations('newOrder');
  const router = useRouter();
  const toast = useToast();
  const [opening, startOpening] = useTransition();
  const formElement = useRef<HTMLFormElement>(null);
  const formId = useEarlyInput();
  const { store, now, readAgain } = useComposerStore(installId, props.store);
  const [first] = useState(() =>
    initial
      ? { ...initial.draft, ...modeOf(initial) }
      : { ...emptyDraft(store), ...(beginsAsQuote && { way: 'quote' as const }) },
  );
  const form = useNewOrderForm(now, first);
  const isQuote = form.watch('way') === 'quote' && onSendQuote !== undefined;
  const mark = useRefusalMarks(form);

  const operation = useCreateOrder(installId, create, {
    onCreated: ({ orderId }) => {
      draft.finish();
      startOpening(() => router.push(installPath(installId, `/orders/${encodeURIComponent(orderId)}`)));
    },
    onOutcome: (outcome: ComposerOutcome) => {
      if (outcome.code !== 'refused' && outcome.code !== 'invalid') return;
      void mark(outcome).then(() => requestAnimationFrame(() => focusWrong.current()));
      // It allows what the store of the screen does not, or the other way round.
      if (outcome.code === 'refused' && storeReasons.includes(outcome.reason)) void readAgain();
    },
  });
  const draft = useSavedDraft({ installId, store, form, operation, draftStore, initial });

  // Fields first; what the banner says is read where no field is at fault.
  const focusWrong = useRef(() => {
    const wrong = formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong?.querySelector('input') ?? wrong)?.focus();
  });
  const { submitCount } = form.formState;
  useEffect(() => {
    if (submitCount > 0) focusWrong.current();
  }, [submitCount]);

  const pending = operation.sending || opening;
  const sendQuote = (order: OrderBody) =>
    onSendQuote?.(order, {
      ...{ draftId: draft.draftId, finish: draft.finish },
      decimals: orderCurrency(form.getValues(), store).decimals,
    });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (pending) return;
    const go = (order: OrderBody) => (isQuote ? sendQuote(order) : operation.send(order));
    const send = form.handleSubmit(go, async ({ currency, paymentMethod }) => {
      if (currency?.type !== 'currency_off' && paymentMethod?.type !== 'method_off') return;
      // What the store did not allow when it was read, it may allow by now: then the press goes on.
      await readAgain();
      if (await form.trigger()) await form.handleSubmit(go)();
    });
    // What reads the form is fetched on the first press: without a line nothing was sent, and that is said.
    send().catch(() => toast({ text: t('notRead') }));
  };
  useShortcuts({
    'Mod+Enter': () => {
      // A dialog over the page has its own button.
      if (!document.querySelector('[role="dialog"]')) submit();
    },
  });
  const outcome = pending ? null : operation.outcome;
  const renderBanner = useLazy(loadBanner, outcome !== null || draft.restored, () => undefined);
  const renderDraftState = useLazy(loadDraftState, draft.server.code !== 'none', () => undefined);
  const foot = { store, pending, isQuote };

  return (
    <FormProvider {...form}>
      {/* Sent before the page has started, a form of this method goes nowhere: no name or phone into an address. */}
      <form
        ref={formElement}
        id={formId}
        method="dialog"
        onSubmit={submit}
        noValidate
        className="flex flex-col gap-4 max-lg:pb-28"
      >
        <div className="flex flex-col gap-2">
          <BackToOrders installId={installId} />
          <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
          {renderDraftState?.({
            state: draft.server,
            onTakeTheirs: draft.takeTheirs,
            onKeepMine: draft.keepMine,
            onSaveAsNew: draft.saveAsNew,
          })}
        </div>
        {renderBanner?.({ installId, outcome, restored: draft.restored, onStartOver: draft.startOver })}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <NewOrderCurrency store={store} />
            <NewOrderLines installId={installId} store={store} paste={props.paste} />
            <NewOrderDelivery store={store} />
            <NewOrderCustomer country={store.country} />
            <NewOrderPayment
              methods={store.paymentMethods}
              canChoose={onSendQuote !== undefined && !initial?.isSent}
              isQuote={isQuote}
            />
            <NewOrderStock />
            <NewOrderExtras />
          </div>
          <NewOrderSummary {...foot} />
        </div>
        <NewOrderBar {...foot} />
      </form>
    </FormProvider>
  );
}

const loadBanner = () => import('./new-order-banner').then(({ NewOrderBanner }) => NewOrderBanner);

const loadDraftState = () =>
  import('@/components/orders/new-order/draft/new-order-draft-state').then(
    ({ NewOrderDraftState }) => NewOrderDraftState,
  );

/** Refusals by which the store is another than the screen believes. */
const storeReasons = ['currency_not_allowed', 'payment_method_disabled'];
