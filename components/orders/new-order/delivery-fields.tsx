'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { Input, TextArea } from '@/components/ui/form/input';
import { MoneyInput } from '@/components/ui/form/money-input';
import { Select } from '@/components/ui/form/select';
import type { ComposerStore } from '@/lib/orders/new-order/new-order-draft';
import { baseLocale } from '@/lib/shared/locale';
import { provinceKindOf } from '@/lib/shared/orders/province-kind';
import { CheckAmount } from './check-amount';
import { useNewOrder, usePricing } from './new-order-form';
import { useProblemText } from './use-problem-text';

/**
 * Fields for a delivery: the address, with a choice of the provinces that the store has defined, and the
 * delivery fee.
 */
export function DeliveryFields({ store }: { store: ComposerStore }) {
  const t = useTranslations('newOrder');
  const tProvince = useTranslations('province');
  const locale = baseLocale(useLocale());
  const provinceKind = provinceKindOf(store.country);
  const problemText = useProblemText(provinceKind);
  const { control, register, formState, setValue, clearErrors } = useNewOrder();
  const { currency } = usePricing(store);
  const [feeIn, mode] = useWatch({ control, name: ['feeIn', 'mode'] });
  const { fee, address } = formState.errors;
  const feeField = register('fee', { onChange: () => setValue('feeIn', undefined) });
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Field
          label={t('delivery.fee')}
          aside={t('optional')}
          hint={mode === 'quote' && t('delivery.feeHint')}
          error={problemText(fee)}
        >
          {(field) => <MoneyInput {...field} {...feeField} currency={currency} />}
        </Field>
        <CheckAmount
          agreedIn={feeIn}
          currency={currency.code}
          onConfirm={() => {
            setValue('feeIn', undefined, { shouldDirty: true });
            clearErrors('fee');
          }}
        />
      </div>
      <Field label={tProvince(provinceKind)} error={problemText(address?.province)}>
        {(field) =>
          store.provinces.length === 0 ? (
            <Input {...field} {...register('address.province')} />
          ) : (
            <Select {...field} {...register('address.province')}>
              <option value="">{t('delivery.choose')}</option>
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
