'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { lazy, Suspense } from 'react';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/feedback/spinner';
import { readReference } from '@/lib/orders/order-reference';
import type { OrderView } from '@/lib/orders/order-view';
import type { OrderActions, OrderTarget } from '@/components/orders/detail/use-order-write';
import { InPlaceCard } from './in-place-card';

type ReferenceCardProps = {
  target: OrderTarget;
  view: OrderView;
  /**
   * Origin (scheme and host) with which the app is registered on the platform. The URL of a reference must start with
   * this origin.
   */
  appOrigin: string;
  action: OrderActions['changeOrder'];
};
/** The code of ReferenceChip is loaded only if the order has a reference, because few orders have one. */
const ReferenceChip = lazy(() =>
  import('./reference-chip').then(({ ReferenceChip: chip }) => ({ default: chip })),
);

const loadForm = () => import('./reference-form').then(({ ReferenceForm }) => ReferenceForm);

/**
 * Card with the reference of the order. A reference is a link with a label to a record of this app, such as a
 * quote. The store admin shows this link as a chip on its own order page.
 */
export function OrderReferenceCard({ target, view, appOrigin, action }: ReferenceCardProps) {
  const t = useTranslations('orderPage.reference');
  const { attributes } = view.order;
  const storedReference = readReference(attributes.reference);
  const { kind = '', number = '', url = null } = storedReference ?? {};
  const Icon = storedReference ? Pencil : Plus;
  return (
    <InPlaceCard
      title={t('title')}
      name="reference"
      target={target}
      action={action}
      load={loadForm}
      valueOf={() => storedReference}
      textOf={(_, isGone) => t(isGone ? 'removed' : 'saved')}
      undoText={t('undo')}
    >
      {({ isOff, isBusy, open, save, remove }) => ({
        values: storedReference ? (
          <div>
            <Suspense fallback={<Spinner />}>
              <ReferenceChip reference={storedReference} appOrigin={appOrigin} installId={target.installId} />
            </Suspense>
          </div>
        ) : (
          <p className="text-sm text-ink-soft">{t('none')}</p>
        ),
        form: {
          storedReference,
          attributes,
          appOrigin,
          onSave: (reference) => save('reference', reference),
        },
        actions: (
          <>
            <Button disabled={isOff} pending={isBusy} onClick={() => open({ kind, number, url: url ?? '' })}>
              {!isBusy && <Icon aria-hidden className="size-4" />}
              {t(isBusy ? 'sending' : storedReference ? 'change' : 'add')}
            </Button>
            {storedReference && !isBusy && (
              <Button disabled={isOff} onClick={() => remove('reference')}>
                <Trash2 aria-hidden className="size-4" />
                {t('remove')}
              </Button>
            )}
          </>
        ),
      })}
    </InPlaceCard>
  );
}
