'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useToast } from '@/components/ui/feedback/toast';
import { useEarlyInput } from '@/components/ui/form/use-early-input';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import {
  type ComposerStore,
  emptyDraft,
  type NewOrderDraft,
  orderCurrency,
} from '@/lib/orders/new-order/new-order-draft';
import { installPath } from '@/lib/shared/install-path';
import { BackLink } from '@/components/ui/back-link';
import { BackToOrders } from '@/components/orders/shared/back-to-orders';
import { NewOrderCurrency } from './new-order-currency';
import { NewOrderCustomer } from './new-order-customer';
import { NewOrderDelivery } from './new-order-delivery';
import { NewOrderExtras } from './new-order-extras';
import { useNewOrder, useNewOrderForm } from './new-order-form';
import { NewOrderLines } from '@/components/orders/new-order/lines/new-order-lines';
import type { AgreedBefore } from '@/components/orders/new-order/lines/agreed-before-hint';
import { NewOrderPayment } from './new-order-payment';
import { NewOrderBar, NewOrderSummary } from './new-order-summary';
import type { RefusalProblem } from './refusal-problems';
import { useComposerStore } from './use-composer-store';
import { type ComposerOutcome, type CreateOrder, type OrderBody, useCreateOrder } from './use-create-order';
import { useSavedDraft, modeOf } from '@/components/orders/new-order/draft/use-saved-draft';
import type { DraftStore, ServerDraft } from '@/components/orders/new-order/draft/server-draft';
import { Card } from '@/components/ui/card';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { useFormValue } from '@/components/ui/form/use-form-value';
import { ScreenHeading } from '@/components/ui/screen-heading';

type NewOrderScreenProps = {
  paste?: ComponentProps<typeof NewOrderLines>['paste'];
  installId: string;
  store: ComposerStore;
  create: CreateOrder;
  /**
   * Server actions that save drafts on the server, in addition to the copy in the browser. If undefined, drafts are
   * saved only in the browser.
   */
  draftStore?: DraftStore;
  /** Draft whose id is in the URL; undefined for a form without a saved draft. */
  initial?: ServerDraft;
  /** The content of an earlier order, with which a new form is filled. */
  copied?: CopiedOrder;
  /** Note about the order that the new order replaces. The server renders the note. */
  replacesNote?: ReactNode;
  /** Sends the order to the customer as a quote, for acceptance. If undefined, the merchant cannot choose a quote. */
  onSendQuote?: (order: OrderBody, form: QuoteForm) => void;
  /** The sent quote that the form changes: its page, its number and the change that the customer requested. */
  changes?: { href: string; number: string; request: ReactNode };
  /**
   * Renders a note that offers to continue other drafts. `openDraftId` is the id of the draft in this form; null until
   * it was first saved.
   */
  offer?: (openDraftId: string | null) => ReactNode;
  /**
   * Renders what the app has stored about the person with the phone number. Pass the same `onPrices` in every render.
   */
  person?: (
    phone: string,
    use: {
      onFill: (orderId: string) => Promise<boolean>;
      onPrices: (prices: readonly AgreedBefore[]) => void;
    },
  ) => ReactNode;
  /** True if a new form starts with the choice "quote" and not with "order". */
  beginsAsQuote?: boolean;
};

/**
 * The content of an earlier order, with which a new form is filled. `key` identifies the earlier order. It is part of
 * the key under which session storage has the form, so that the typed values are found again after a reload.
 */
export type CopiedOrder = { key: string; draft: NewOrderDraft };

/** Data of the new order form that the quote dialog needs. */
export type QuoteForm = {
  /** Id of the server draft of the form; null until the draft was first saved on the server. */
  draftId: string | null;
  /** Number of decimal places of the order's currency. */
  decimals: number;
  /** True if the delivery fee was left empty, so it is agreed later. */
  isFeeOpen: boolean;
  /**
   * Call `finish` after the quote was sent. The function ends the draft, because the quote now contains all values of
   * the form.
   */
  finish: () => void;
};

/**
 * Screen to create a new order at agreed prices: the form, the outcome of sending it, and drafts, so that typed input
 * is never lost.
 */
export function NewOrderScreen(props: NewOrderScreenProps) {
  const { installId, create, draftStore, initial, copied, onSendQuote, beginsAsQuote, changes } = props;
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
      : (copied?.draft ?? { ...emptyDraft(store), ...(beginsAsQuote && { mode: 'quote' as const }) }),
  );
  const form = useNewOrderForm(now, first);
  const [mode, replaces] = form.watch(['mode', 'replaces']);
  const isQuote = mode === 'quote' && onSendQuote !== undefined;
  const [agreed, onPrices] = useState<readonly AgreedBefore[]>([]);
  const queryClient = useQueryClient();

  const operation = useCreateOrder(installId, create, {
    onCreated: ({ orderId }) => {
      draft.finish();
      startOpening(() => router.push(installPath(installId, `/orders/${encodeURIComponent(orderId)}`)));
    },
    onOutcome: (outcome: ComposerOutcome) => {
      if (outcome.code !== 'refused' && outcome.code !== 'invalid') return;
      const hasProvinces = now.current.provinces.length > 0;
      const textOf = (problem: RefusalProblem) =>
        problem.key === 'stock' ? t('problem.stock', problem) : t(`refusedField.${problem.key}`);
      void import('./refusal-problems').then(({ markRefusal }) => {
        // If the refusal shows that the store's settings have changed, they are read again.
        if (markRefusal({ form, textOf, outcome, hasProvinces })) void readAgain();
        requestAnimationFrame(() => focusWrong.current());
      });
    },
  });
  const draft = useSavedDraft({
    installId,
    store,
    form,
    operation,
    draftStore,
    initial,
    copyId: (!initial && copied?.key) || installId,
  });

  // Moves the focus to the first invalid field. If no field is invalid, this function does nothing, because
  // the banner takes the focus.
  const focusWrong = useRef(() => {
    const wrong = formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong?.querySelector('input') ?? wrong)?.focus();
  });
  const { submitCount } = form.formState;
  useEffect(() => {
    if (submitCount > 0) focusWrong.current();
  }, [submitCount]);

  const pending = operation.sending || opening;
  const sendQuote = (order: OrderBody) => {
    const typed = form.getValues();
    onSendQuote?.(order, {
      draftId: draft.draftId,
      finish: draft.finish,
      decimals: orderCurrency(typed, store).decimals,
      isFeeOpen: typed.method === 'delivery' && typed.fee.trim() === '',
    });
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (pending) return;
    const go = (order: OrderBody) =>
      isQuote
        ? sendQuote(order)
        : operation.send({ order, replaces: replaces?.orderId ?? null, draftId: draft.draftId });
    const send = form.handleSubmit(go, async ({ currency, paymentMethod }) => {
      if (currency?.type !== 'currency_off' && paymentMethod?.type !== 'method_off') return;
      // The form was refused because of its currency or payment method. The store may have enabled the currency or
      // method since its settings were last read. The settings are therefore read again. If the form is then valid, the
      // submit continues.
      await readAgain();
      if (await form.trigger()) await form.handleSubmit(go)();
    });
    // The code that validates the form is loaded when the form is first submitted. If the code cannot be loaded,
    // nothing is sent, and a toast reports that.
    send().catch(() => toast({ text: t('notRead') }));
  };
  useShortcuts({
    'Mod+Enter': () => {
      // While a dialog is open, Control+Enter or Command+Enter does not submit this form, because the dialog has a
      // submit button of its own.
      if (!document.querySelector('[role="dialog"]')) submit();
    },
  });
  const fill = async (orderId: string) => {
    const { fillPerson } = await import('./fill-person');
    return fillPerson(form, { queryClient, installId, orderId, store: now.current });
  };
  // After a refusal of a draft that is over, the next autosave finds the same. Its message then replaces the banner.
  const outcome = pending || draft.server.code === 'gone' ? null : operation.outcome;
  const saveAsNew = () => {
    operation.restart();
    draft.saveAsNew();
  };
  const renderBanner = useLazy(loadBanner, outcome !== null || draft.restored, () => undefined);
  const renderDraftState = useLazy(loadDraftState, draft.server.code !== 'none', () => undefined);
  const foot = { store, pending, isQuote };

  return (
    <FormProvider {...form}>
      {/* If the user submits the form before its code is loaded, `method="dialog"` makes the browser send nothing.
          With the default method, the browser would put names and phone numbers into the URL. */}
      <form
        ref={formElement}
        id={formId}
        method="dialog"
        onSubmit={submit}
        noValidate
        className="flex flex-col gap-4 max-lg:pb-28"
      >
        <div className="flex flex-col gap-2">
          <Heading installId={installId} changes={changes} />
          {/* Reserves the height of one line, so that the form does not move when the draft is first saved. */}
          <div className="min-h-5">
            {renderDraftState?.({
              installId,
              isCopied: draft.isCopied,
              state: draft.server,
              onTakeTheirs: draft.takeTheirs,
              onKeepMine: draft.keepMine,
              onSaveAsNew: saveAsNew,
            })}
          </div>
        </div>
        {replaces && props.replacesNote}
        {changes ? changes.request : !initial && !copied && props.offer?.(draft.draftId)}
        {renderBanner?.({
          installId,
          outcome,
          restored: draft.restored,
          onStartOver: draft.startOver,
          onSaveAsNew: saveAsNew,
        })}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <NewOrderCurrency store={store} />
            <NewOrderLines installId={installId} store={store} paste={props.paste} agreed={agreed} />
            <NewOrderDelivery store={store} />
            <NewOrderCustomer
              country={store.country}
              person={(phone) => props.person?.(phone, { onFill: fill, onPrices })}
            />
            <NewOrderPayment
              methods={store.paymentMethods}
              canChoose={onSendQuote !== undefined && !initial?.isSent && !replaces}
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

/** Heading of the form, with the link back to the screen from which it was opened. */
function Heading({ installId, changes }: Pick<NewOrderScreenProps, 'installId' | 'changes'>) {
  const t = useTranslations('newOrder');
  const number = () => <bdi key="number">{changes?.number}</bdi>;
  return (
    <>
      {changes ? (
        <BackLink href={changes.href}>{t.rich('backToQuote', { number })}</BackLink>
      ) : (
        <BackToOrders installId={installId} />
      )}
      {changes ? (
        <ScreenHeading title={t.markup('changeQuote', { number: () => changes.number })}>
          {t.rich('changeQuote', { number })}
        </ScreenHeading>
      ) : (
        <ScreenHeading title={t('title')} />
      )}
    </>
  );
}

const loadBanner = () => import('./new-order-banner').then(({ NewOrderBanner }) => NewOrderBanner);

const loadDraftState = () =>
  import('@/components/orders/new-order/draft/new-order-draft-state').then(
    ({ NewOrderDraftState }) => NewOrderDraftState,
  );

/** Choice whether the order reduces the stock. It is shown only if at least one line is from the catalogue. */
function NewOrderStock() {
  const t = useTranslations('newOrder.stock');
  const form = useNewOrder();
  const [inventory, chooseInventory] = useFormValue(form, 'inventory');
  const lines = useWatch({ control: form.control, name: 'lines' });
  if (!lines.some(({ variantId }) => variantId !== null)) return null;
  return (
    <Card title={t('title')}>
      <ChoiceCards<NewOrderDraft['inventory']>
        label={t('title')}
        value={inventory}
        onChange={chooseInventory}
        className="sm:grid-cols-2"
        choices={[
          { value: 'decrement', title: t('decrement'), detail: t('decrementDetail') },
          { value: 'skip', title: t('skip'), detail: t('skipDetail') },
        ]}
      />
    </Card>
  );
}
