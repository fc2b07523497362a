'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { FormProvider } from 'react-hook-form';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field, FieldError } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import {
  effectOnOrder,
  type NewFulfillment,
  remainingQuantities,
  wholeRest,
} from '@/lib/orders/order/fulfillment/fulfill-draft';
import type { OrderView } from '@/lib/orders/order-view';
import { useFulfillForm } from './fulfill-form';
import { FulfillLine } from './fulfill-line';
import { type SkippedStatus, skippedStatus } from '@/components/orders/detail/status-skipped';
import {
  type OrderActions,
  type OrderTarget,
  useOrderWrite,
} from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';

export type FulfillSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  target: OrderTarget;
  order: OrderView['order'];
  /** Warning about the customer. The warning does not prevent the shipment. */
  warning: ReactNode;
  /** Names of the store's carriers. One press fills in a name. */
  carriers: readonly string[];
  action: OrderActions['fulfillOrder'];
  /**
   * Called after the platform has recorded the fulfillment. A fulfillment can change the order status. If the platform
   * skipped that change, `skipped` is the current order status; if not, `skipped` is null.
   */
  onFulfilled: (status: NewFulfillment['status'], skipped: SkippedStatus) => void;
};

/**
 * Dialog for a new fulfillment: the quantities, the shipping provider, and whether the parcel waits for the carrier or is
 * on its way.
 */
export function FulfillSheet(props: FulfillSheetProps) {
  const { open, onOpenChange, target, order, warning, carriers, action, onFulfilled } = props;
  const t = useTranslations('fulfill.sheet');
  const form = useFulfillForm(order);
  const remaining = remainingQuantities(order);
  const write = useOrderWrite<{ fulfillment: NewFulfillment }>(action, target, (written, { fulfillment }) => {
    form.reset();
    onOpenChange(false);
    onFulfilled(fulfillment.status, skippedStatus(written));
  });
  const isLocked = write.sending || write.isOutcomeUnknown;
  const unresolvedInput = write.isOutcomeUnknown ? write.input : null;
  const { errors, isDirty } = form.formState;
  const draft = form.watch();
  const { notes } = order.shipping_address ?? {};
  const addressNote = typeof notes === 'string' ? notes.trim() : '';

  // Another user may create a fulfillment while the form is open, and fewer units are then left to fulfill. If this
  // user has not changed the form yet, the form gets the new quantities.
  const keepUp = useEffectEvent(() => {
    if (!isLocked && !isDirty) form.reset(wholeRest(order));
  });
  useEffect(() => keepUp(), [order.fulfillments, open, isLocked]);

  const send = (fulfillment: NewFulfillment) => write.send({ fulfillment });
  const submitText = write.sending ? t('sending') : t(`send.${draft.status}`);
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('title')}
      cancel={t(unresolvedInput ? 'close' : 'cancel')}
      submit={unresolvedInput ? t('retry') : submitText}
      pending={write.sending}
      onSubmit={(event) =>
        void (unresolvedInput ? send(unresolvedInput.fulfillment) : form.handleSubmit(send)(event))
      }
    >
      <FormProvider {...form}>
        {warning}
        {addressNote !== '' && (
          <p className="text-sm">
            <span className="text-ink-soft">{t('addressNote')}</span>{' '}
            <bdi className="font-semibold break-words">{addressNote}</bdi>
          </p>
        )}
        <fieldset disabled={isLocked} className="contents">
          <div>
            <ul className="divide-y divide-line border-y border-line">
              {order.items.map((item, index) => {
                const left = remaining[index] ?? 0;
                if (left === 0) return null;
                return <FulfillLine key={item.id} index={index} item={item} remaining={left} />;
              })}
            </ul>
            <div role="alert" className="empty:hidden">
              {errors.root && <FieldError>{t('problem.nothing')}</FieldError>}
            </div>
          </div>
          <ChoiceCards<InitialFulfillmentStatus>
            label={t('status')}
            value={draft.status}
            onChange={(status) => form.setValue('status', status, { shouldDirty: true })}
            choices={[
              { value: 'shipped', title: t('shipped'), detail: t('shippedDetail') },
              { value: 'pending', title: t('pending'), detail: t('pendingDetail') },
            ]}
          />
          <p role="status" className="rounded-control bg-sunken px-3 py-2 text-sm">
            {t(`effect.${effectOnOrder(draft, order)}`)}
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              label={t('provider')}
              aside={t('optional')}
              error={errors.provider && t('problem.too_long')}
            >
              {(control) => (
                <>
                  <Input {...control} {...form.register('provider')} />
                  {carriers.length > 0 && (
                    <div role="group" aria-label={t('carriers')} className="flex flex-wrap gap-1.5 pt-0.5">
                      {carriers.map((name) => (
                        <button
                          key={name}
                          type="button"
                          aria-pressed={draft.provider === name}
                          className="min-h-11 max-w-full truncate rounded-full border border-line-strong/60 bg-surface px-3.5 text-sm font-medium hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-strong sm:min-h-8"
                          onClick={() => form.setValue('provider', name, { shouldDirty: true })}
                        >
                          <bdi>{name}</bdi>
                        </button>
                      ))}
                    </div>
                  )}
                </>
              )}
            </Field>
            <Field
              label={t('tracking')}
              aside={t('optional')}
              error={errors.trackingNumber && t('problem.too_long')}
            >
              {(control) => <Input code {...control} {...form.register('trackingNumber')} />}
            </Field>
          </div>
        </fieldset>
        {!write.sending && <WriteProblem outcome={write.outcome} />}
      </FormProvider>
    </FormDialog>
  );
}

type InitialFulfillmentStatus = NewFulfillment['status'];
