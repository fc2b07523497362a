'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useController } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { ChoiceCards } from '@/components/ui/choice-cards';
import { Field } from '@/components/ui/field';
import { Input, TextArea } from '@/components/ui/input';
import { MoneyInput } from '@/components/ui/money-input';
import { Select } from '@/components/ui/select';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order-draft';
import { appLocale } from '@/lib/shared/locale';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

/** Fetched by the customer, or brought for a fee to an address in the store's own provinces. */
export function NewOrderDelivery({ store }: { store: ComposerStore }) {
  const t = useTranslations('newOrder.delivery');
  const { control } = useNewOrder();
  const method = useController({ control, name: 'method' });
  return (
    <Card title={t('title')}>
      <ChoiceCards<NewOrderDraft['method']>
        label={t('title')}
        value={method.field.value}
        onChange={method.field.onChange}
        className="grid-cols-2"
        choices={[
          { value: 'pickup', title: t('pickup') },
          { value: 'delivery', title: t('delivery') },
        ]}
      />
      {method.field.value === 'delivery' && <DeliveryFields store={store} />}
    </Card>
  );
}

function DeliveryFields({ store }: { store: ComposerStore }) {
  const t = useTranslations('newOrder');
  const locale = appLocale(useLocale());
  const problemText = useProblemText();
  const { register, formState } = useNewOrder();
  const { fee, address } = formState.errors;
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-2">
      <Field
        label={t('delivery.fee')}
        aside={t('optional')}
        error={problemText(fee)}
        className="sm:col-span-2"
      >
        {(field) => <MoneyInput {...field} {...register('fee')} currency={store.pricingCurrency} />}
      </Field>
      <Field label={t('delivery.province')} error={problemText(address?.province)}>
        {(field) =>
          store.provinces.length === 0 ? (
            <Input {...field} {...register('address.province')} />
          ) : (
            <Select {...field} {...register('address.province')}>
              <option value="">{t('delivery.chooseProvince')}</option>
              {store.provinces.map((province) => (
                <option key={province.value} value={province.value}>
                  {province[locale]}
                </option>
              ))}
            </Select>
          )
        }
      </Field>
      <Field label={t('delivery.city')} aside={t('optional')} error={problemText(address?.city)}>
        {(field) => <Input {...field} {...register('address.city')} />}
      </Field>
      <Field label={t('delivery.address')} error={problemText(address?.address)} className="sm:col-span-2">
        {(field) => <TextArea {...field} {...register('address.address')} rows={2} />}
      </Field>
      <Field
        label={t('delivery.notes')}
        aside={t('optional')}
        error={problemText(address?.notes)}
        className="sm:col-span-2"
      >
        {(field) => <Input {...field} {...register('address.notes')} />}
      </Field>
    </div>
  );
}
