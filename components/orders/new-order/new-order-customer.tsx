'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PhoneInput } from '@/components/ui/form/phone-input';
import { useDebounced } from '@/components/ui/form/use-debounced';
import type { PhoneReader } from '@/lib/shared/phone';
import { loadPhoneReader, useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

type NewOrderCustomerProps = {
  country: string | null;
  /**
   * Renders what the app has stored about the person with the phone number (E.164). Called only with a complete phone
   * number.
   */
  person?: ((phone: string) => ReactNode) | undefined;
};

/** Pause in the typing, in milliseconds, after which the app looks up the person with the phone number. */
const pauseMs = 500;

/**
 * Customer fields of the new order form: name, phone number and email. The phone number is also shown in the
 * format in which it will be stored.
 */
export function NewOrderCustomer({ country, person }: NewOrderCustomerProps) {
  const t = useTranslations('newOrder.customer');
  const tOptional = useTranslations('newOrder');
  const problemText = useProblemText();
  const { register, formState, watch } = useNewOrder();
  const { customer } = formState.errors;
  const typed = watch('customer.phone');
  // A phone number that the form had when it was opened is validated only on submit. The code that parses
  // phone numbers is therefore loaded only after the user has typed a different number.
  const isTyped = typed !== '' && typed !== formState.defaultValues?.customer?.phone;
  const phone = usePhoneReader(isTyped)?.(typed, country);
  const whole = useDebounced(phone?.ok ? phone.e164 : null, pauseMs);
  return (
    <Card title={t('title')}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('name')} error={problemText(customer?.name)}>
          {(field) => <Input {...field} {...register('customer.name')} />}
        </Field>
        <Field
          label={t('phone')}
          error={problemText(customer?.phone)}
          hint={phone?.ok && t.rich('storedAs', { phone: () => <bdi dir="ltr">{phone.international}</bdi> })}
        >
          {(field) => <PhoneInput {...field} {...register('customer.phone')} />}
        </Field>
        <Field label={t('email')} aside={tOptional('optional')} error={problemText(customer?.email)}>
          {(field) => (
            <Input code type="email" inputMode="email" {...field} {...register('customer.email')} />
          )}
        </Field>
      </div>
      {whole !== null && phone?.ok && phone.e164 === whole && person?.(whole)}
    </Card>
  );
}

/**
 * Loads the function that parses phone numbers when the user types a number. Before the function is loaded, the number
 * is validated only on submit.
 */
function usePhoneReader(wanted: boolean): PhoneReader | null {
  const [reader, setReader] = useState<PhoneReader | null>(null);
  useEffect(() => {
    if (!wanted) return;
    loadPhoneReader().then(
      (readPhone) => setReader(() => readPhone),
      () => undefined,
    );
  }, [wanted]);
  return reader;
}
