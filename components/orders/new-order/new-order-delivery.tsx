'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useFormValue } from '@/components/ui/form/use-form-value';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { useNewOrder } from './new-order-form';
import { useProblemText } from './use-problem-text';

const loadFields = () => import('./delivery-fields').then(({ DeliveryFields }) => DeliveryFields);

/**
 * Choice between delivery and pickup. Neither is preset, so that no order is a pickup by mistake. A delivery has a fee,
 * and an address with the provinces that the store has defined.
 */
export function NewOrderDelivery({ store }: { store: ComposerStore }) {
  const t = useTranslations('newOrder.delivery');
  const problemText = useProblemText();
  const form = useNewOrder();
  const [method, choose] = useFormValue(form, 'method');
  const isDelivery = method === 'delivery';
  const [isOff, setOff] = useState(false);
  const renderFields = useLazy(loadFields, isDelivery && !isOff, () => setOff(true));
  return (
    <Card title={t('title')}>
      <ChoiceCards<NewOrderDraft['method']>
        label={t('title')}
        value={method}
        required
        error={problemText(form.formState.errors.method)}
        onChange={(value) => {
          setOff(false);
          choose(value);
        }}
        className="grid-cols-2"
        choices={[
          { value: 'delivery', title: t('delivery') },
          { value: 'pickup', title: t('pickup') },
        ]}
      />
      {isDelivery && (renderFields?.({ store }) ?? <Spinner />)}
    </Card>
  );
}
