'use client';

import { useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { useFormValue } from '@/components/ui/form/use-form-value';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { useNewOrder } from './new-order-form';
import { PaymentMethod } from '@/components/ui/text/payment-method';
import { useProblemText } from './use-problem-text';

type NewOrderPaymentProps = {
  methods: ComposerStore['paymentMethods'];
  /** True if the merchant can choose between sending a quote and creating the order immediately. */
  canChoose: boolean;
  /** True if the form sends a quote. The choice of the order's first status is then hidden. */
  isQuote: boolean;
};

/**
 * Part of the new order form with the payment method, the choice between order and quote, and the first status of the
 * order. Only payment methods that the store has enabled are offered.
 */
export function NewOrderPayment({ methods, canChoose, isQuote }: NewOrderPaymentProps) {
  const t = useTranslations('newOrder.payment');
  const problemText = useProblemText();
  const form = useNewOrder();
  const [method, chooseMethod] = useFormValue(form, 'paymentMethod');
  const [mode, chooseMode] = useFormValue(form, 'mode');
  const isPickup = useWatch({ control: form.control, name: 'method' }) === 'pickup';
  const [status, chooseStatus] = useFormValue(form, 'status');
  return (
    <>
      <Card title={t('title')}>
        {methods.length === 0 && <p className="text-sm text-ink-soft">{t('none')}</p>}
        <ChoiceCards
          label={t('title')}
          value={method}
          onChange={chooseMethod}
          required
          error={problemText(form.formState.errors.paymentMethod)}
          className="sm:grid-cols-2"
          choices={methods.map(({ id, walletId }) => ({
            value: id,
            title: <PaymentMethod id={id} isPickup={isPickup} />,
            detail: walletId && <bdi dir="ltr">{walletId}</bdi>,
          }))}
        />
      </Card>
      {canChoose && (
        <Card title={t('mode.title')}>
          <ChoiceCards<NewOrderDraft['mode']>
            label={t('mode.title')}
            value={mode}
            onChange={chooseMode}
            className="sm:grid-cols-2"
            choices={[
              { value: 'create', title: t('mode.create'), detail: t('mode.createDetail') },
              { value: 'quote', title: t('mode.quote'), detail: t('mode.quoteDetail') },
            ]}
          />
        </Card>
      )}
      {!isQuote && (
        <Card title={t('status')}>
          <ChoiceCards<NewOrderDraft['status']>
            label={t('status')}
            value={status}
            onChange={chooseStatus}
            className="sm:grid-cols-2"
            choices={[
              { value: 'placed', title: t('placed.title'), detail: t('placed.detail') },
              { value: 'approved', title: t('approved.title'), detail: t('approved.detail') },
            ]}
          />
        </Card>
      )}
    </>
  );
}
