'use client';

import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { Field } from '@/components/ui/form/field';
import { resolveReading } from '@/components/ui/form/resolve-reading';
import { Input } from '@/components/ui/form/input';
import {
  type FulfillmentChange,
  readTrackingDraft,
  type TrackingDraft,
  trackingOf,
} from '@/lib/orders/order/fulfillment/fulfill-draft';
import type { ViewedFulfillment } from '@/lib/orders/order-view';

type TrackingSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fulfillment: ViewedFulfillment;
  onSave: (change: FulfillmentChange) => void;
};

/** Form for the provider and tracking number of a shipment. Only changed fields are sent. */
export function TrackingSheet({ open, onOpenChange, fulfillment, onSave }: TrackingSheetProps) {
  const t = useTranslations('fulfill.sheet');
  const current = trackingOf(fulfillment);
  const { register, handleSubmit, formState } = useForm<TrackingDraft, unknown, FulfillmentChange>({
    values: current,
    resetOptions: { keepDirtyValues: true },
    resolver: (draft, _, options) => resolveReading(readTrackingDraft(draft, current), options),
  });
  const { errors } = formState;
  const save = handleSubmit((change) => {
    onOpenChange(false);
    if (Object.keys(change).length > 0) onSave(change);
  });
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
        {(control) => <Input {...control} {...register('provider')} />}
      </Field>
      <Field
        label={t('tracking')}
        aside={t('optional')}
        error={errors.tracking_number && t('problem.too_long')}
      >
        {(control) => <Input code {...control} {...register('tracking_number')} />}
      </Field>
    </FormDialog>
  );
}
