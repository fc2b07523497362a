'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useTransition } from 'react';
import { FormProvider } from 'react-hook-form';
import type { ComposerStore } from '@/lib/orders/new-order-draft';
import { installPath } from '@/lib/shared/install-path';
import { BackToOrders } from './back-to-orders';
import { NewOrderBanner } from './new-order-banner';
import { NewOrderCustomer } from './new-order-customer';
import { NewOrderDelivery } from './new-order-delivery';
import { NewOrderExtras } from './new-order-extras';
import { useNewOrderForm } from './new-order-form';
import { NewOrderLines } from './new-order-lines';
import { NewOrderPayment } from './new-order-payment';
import { NewOrderBar, NewOrderSummary } from './new-order-summary';
import { refusalProblems } from './refusal-problems';
import { type ComposerOutcome, type CreateOrder, useCreateOrder } from './use-create-order';
import { useSavedDraft } from './use-saved-draft';

type NewOrderScreenProps = { installId: string; store: ComposerStore; create: CreateOrder };

/** A new order at agreed prices: the form, what became of it, and nothing typed is ever lost. */
export function NewOrderScreen({ installId, store, create }: NewOrderScreenProps) {
  const t = useTranslations('newOrder');
  const router = useRouter();
  const [opening, startOpening] = useTransition();
  const formElement = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLDivElement>(null);
  const form = useNewOrderForm(store);

  const operation = useCreateOrder(installId, create, {
    onCreated: ({ orderId }) => {
      draft.finish();
      startOpening(() => router.push(installPath(installId, `/orders/${encodeURIComponent(orderId)}`)));
    },
    onOutcome: showProblems,
  });
  const draft = useSavedDraft(installId, store, form, operation);

  function showProblems(outcome: ComposerOutcome) {
    if (outcome.code !== 'refused' && outcome.code !== 'invalid') return;
    for (const problem of refusalProblems(outcome)) {
      if (problem.key === 'stock')
        form.setValue(
          problem.field.replace(/quantity$/, 'availableQuantity') as `lines.${number}.availableQuantity`,
          problem.available,
        );
      const message =
        problem.key === 'stock' ? t('problem.stock', problem) : t(`refusedField.${problem.key}`);
      form.setError(problem.field, { type: 'refused', message });
    }
  }

  const { submitCount } = form.formState;
  useEffect(() => {
    if (submitCount === 0) return;
    const wrong = formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong?.querySelector('input') ?? wrong ?? banner.current)?.focus();
  }, [submitCount]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!operation.sending) void form.handleSubmit(operation.send)();
  };
  const pending = operation.sending || opening;

  return (
    <FormProvider {...form}>
      <form ref={formElement} onSubmit={submit} noValidate className="flex flex-col gap-4 max-lg:pb-28">
        <div className="flex flex-col gap-2">
          <BackToOrders installId={installId} />
          <h1 className="text-xl font-bold sm:text-2xl">{t('title')}</h1>
        </div>
        <NewOrderBanner
          ref={banner}
          installId={installId}
          outcome={pending ? null : operation.outcome}
          restored={draft.restored}
          onStartOver={draft.startOver}
        />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <NewOrderLines installId={installId} currency={store.pricingCurrency} />
            <NewOrderDelivery store={store} />
            <NewOrderCustomer country={store.country} />
            <NewOrderPayment methods={store.paymentMethods} />
            <NewOrderExtras />
          </div>
          <NewOrderSummary currency={store.pricingCurrency} pending={pending} />
        </div>
        <NewOrderBar currency={store.pricingCurrency} pending={pending} />
      </form>
    </FormProvider>
  );
}
