'use client';

import { useTranslations } from 'next-intl';
import { useController } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { ChoiceCards } from '@/components/ui/choice-cards';
import { FieldError } from '@/components/ui/field';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order-draft';
import { useNewOrder } from './new-order-form';
import { PaymentMethod } from './payment-method';
import { useProblemText } from './use-problem-text';

/** How it is paid, of the methods that the store has enabled; and whether the customer has agreed already. */
export function NewOrderPayment({ methods }: { methods: ComposerStore['paymentMethods'] }) {
  const t = useTranslations('newOrder.payment');
  const problemText = useProblemText();
  const { control } = useNewOrder();
  const method = useController({ control, name: 'paymentMethod' });
  const status = useController({ control, name: 'status' });
  const error = problemText(method.fieldState.error);
  return (
    <>
      <Card title={t('title')}>
        {methods.length === 0 && <p className="text-sm text-ink-soft">{t('none')}</p>}
        <ChoiceCards
          label={t('title')}
          value={method.field.value}
          onChange={method.field.onChange}
          invalid={error !== undefined}
          describedBy={error && 'payment-method-error'}
          className="sm:grid-cols-2"
          choices={methods.map(({ id, walletId }) => ({
            value: id,
            title: <PaymentMethod id={id} />,
            detail: walletId && <bdi dir="ltr">{walletId}</bdi>,
          }))}
        />
        {error && <FieldError id="payment-method-error">{error}</FieldError>}
      </Card>
      <Card title={t('status')}>
        <ChoiceCards<NewOrderDraft['status']>
          label={t('status')}
          value={status.field.value}
          onChange={status.field.onChange}
          className="sm:grid-cols-2"
          choices={[
            { value: 'placed', title: t('placed.title'), detail: t('placed.detail') },
            { value: 'approved', title: t('approved.title'), detail: t('approved.detail') },
          ]}
        />
      </Card>
    </>
  );
}
