'use client';

import { useTranslations } from 'next-intl';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';

/** Values that apply to all fulfillments that one bulk run creates. */
export type FulfillInput = { status: 'pending' | 'shipped'; provider: string };

const providerLengthMax = 255;

/**
 * Fields for the status and the shipping provider of all new fulfillments. The status is either `pending` or `shipped`.
 * A text says how each status changes the order.
 */
export function FulfillChoice(props: { value: FulfillInput; onChange: (value: FulfillInput) => void }) {
  const { value, onChange } = props;
  const t = useTranslations('bulk.fulfill');
  return (
    <div className="flex flex-col gap-4">
      <ChoiceCards<FulfillInput['status']>
        label={t('status')}
        value={value.status}
        onChange={(status) => onChange({ ...value, status })}
        choices={[
          { value: 'shipped', title: t('shipped'), detail: t('shippedDetail') },
          { value: 'pending', title: t('pending'), detail: t('pendingDetail') },
        ]}
      />
      <Field label={t('provider')} aside={t('optional')}>
        {(control) => (
          <Input
            {...control}
            maxLength={providerLengthMax}
            value={value.provider}
            onChange={(event) => onChange({ ...value, provider: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
