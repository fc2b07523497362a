'use client';

import { useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { ChoiceCards } from '@/components/ui/form/choice-cards';
import { useFormValue } from '@/components/ui/form/use-form-value';
import type { NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { useNewOrder } from './new-order-form';

/** Whether the order reduces the stock. Shown only if at least one line is from the catalogue. */
export function NewOrderStock() {
  const t = useTranslations('newOrder.stock');
  const form = useNewOrder();
  const [inventory, chooseInventory] = useFormValue(form, 'inventory');
  const lines = useWatch({ control: form.control, name: 'lines' });
  if (!lines.some(({ variantId }) => variantId !== null)) return null;
  return (
    <Card title={t('title')}>
      <ChoiceCards<NewOrderDraft['inventory']>
        label={t('title')}
        value={inventory}
        onChange={chooseInventory}
        className="sm:grid-cols-2"
        choices={[
          { value: 'decrement', title: t('decrement'), detail: t('decrementDetail') },
          { value: 'skip', title: t('skip'), detail: t('skipDetail') },
        ]}
      />
    </Card>
  );
}
