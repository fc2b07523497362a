'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import type { FulfillmentChange } from '@/lib/orders/order/fulfillment/fulfill-draft';
import type { ViewedFulfillment } from '@/lib/orders/order-view';

type TrackingSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fulfillment: ViewedFulfillment;
  onSave: (change: FulfillmentChange) => void;
};

const lengthMax = 255;

/** Form for the provider and tracking number of a shipment. Only changed fields are sent. */
export function TrackingSheet({ open, onOpenChange, fulfillment, onSave }: TrackingSheetProps) {
  const t = useTranslations('fulfill.sheet');
  const currentValues = {
    provider: fulfillment.provider ?? '',
    tracking_number: fulfillment.tracking_number ?? '',
  };
  const { register, handleSubmit, formState } = useForm({
    values: currentValues,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = formState;
  const save = handleSubmit((typed) => {
    const keys = ['provider', 'tracking_number'] as const;
    const changed = keys.filter((key) => typed[key].trim() !== currentValues[key]);
    onOpenChange(false);
    if (changed.length > 0)
      onSave(Object.fromEntries(changed.map((key) => [key, typed[key].trim() || null])));
  });
  const rules = { maxLength: lengthMax };
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('trackingTitle')}
      cancel={t('cancel')}
      submit={t('save')}
      onSubmit={(event) => void save(event)}
    >
      <Field label={t('provider')} aside={t('optional')} error={errors.provider && t('problem.too_long')}>
        {(control) => <Input {...control} {...register('provider', rules)} />}
      </Field>
      <Field
        label={t('tracking')}
        aside={t('optional')}
        error={errors.tracking_number && t('problem.too_long')}
      >
        {(control) => <Input code {...control} {...register('tracking_number', rules)} />}
      </Field>
    </FormDialog>
  );
}
