'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { lazy, Suspense } from 'react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/feedback/spinner';
import type { OrderView } from '@/lib/orders/order-view';
import { openActions } from '@/components/orders/detail/open-actions';
import type { OrderActions, OrderTarget } from '@/components/orders/detail/use-order-write';
import type { AttributeFormDraft } from './attribute-form';
import { InPlaceCard } from './in-place-card';

type AttributesCardProps = { target: OrderTarget; view: OrderView; action: OrderActions['changeOrder'] };

/** The code of an attribute row is loaded only if the order has attributes. Few orders have any. */
const AttributeRow = lazy(() =>
  import('@/components/orders/shared/attribute-row').then(({ AttributeRow: row }) => ({ default: row })),
);

const loadForm = () => import('./attribute-form').then(({ AttributeForm }) => AttributeForm);

const newDraft: AttributeFormDraft = { currentKey: null, key: '', type: 'text', text: '' };

/**
 * Card with the attributes that Daftar stores with the sales order on the platform. An attribute is a name and a value.
 * No other app reads these attributes.
 */
export function OrderAttributesCard({ target, view, action }: AttributesCardProps) {
  const t = useTranslations('orderPage.attributes');
  const { attributes } = view.order;
  const rows = Object.entries(attributes).filter(([key]) => key !== 'reference');
  const sentBefore = openActions(view, 'patch_order').flatMap(({ requested }) => requested.attributes ?? []);
  return (
    <InPlaceCard
      title={t('title')}
      name="attribute"
      target={target}
      action={action}
      load={loadForm}
      valueOf={(key) => (isScalar(attributes[key]) ? attributes[key] : null)}
      textOf={(key, isGone) =>
        t.rich(isGone ? 'removed' : 'saved', { key: () => <bdi key="key">{key}</bdi> })
      }
      undoText={t('undo')}
    >
      {({ isOff, isBusy, isOpen, beingSent, open, save, remove }) => ({
        values:
          rows.length === 0 ? (
            <p className="text-sm text-ink-soft">{t('none')}</p>
          ) : (
            <Suspense fallback={<Spinner />}>
              <ul aria-label={t('title')} className="divide-y divide-line">
                {rows.map(([key, value]) => (
                  <AttributeRow
                    key={key}
                    name={key}
                    value={value}
                    // While the user edits one attribute, the other attributes cannot be edited.
                    isOff={isOff || isBusy || isOpen}
                    isBeingSent={[...sentBefore, ...beingSent].includes(key)}
                    onEdit={(type, text) => open({ currentKey: key, key, type, text })}
                    onRemove={() => remove(key)}
                  />
                ))}
              </ul>
            </Suspense>
          ),
        form: { attributes, onSave: save },
        actions: (
          <Button disabled={isOff} onClick={() => open(newDraft)}>
            <Plus aria-hidden className="size-4" />
            {t('add')}
          </Button>
        ),
      })}
    </InPlaceCard>
  );
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
