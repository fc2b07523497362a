'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useToast } from '@/components/ui/feedback/toast';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { type OrderReference, readReference } from '@/lib/orders/order-reference';
import type { OrderView } from '@/lib/orders/order-view';
import type { ReferenceDraft } from './reference-form';
import { useFocusReturn } from './use-focus-return';
import { useInPlaceForm } from './use-in-place-form';
import {
  type OrderActions,
  type OrderTarget,
  useOrderWrite,
} from '@/components/orders/detail/use-order-write';
import { useSendLater } from './use-send-later';
import { WriteProblem } from '@/components/orders/detail/write-problem';
import { WriteScopeNote } from '@/components/orders/detail/write-scope-note';

type ReferenceCardProps = {
  target: OrderTarget;
  view: OrderView;
  /** Origin that the app is registered with. The URL of a reference must start with it. */
  appOrigin: string;
  action: OrderActions['changeOrder'];
};
/** Loaded lazily, because few orders have a reference. */
const ReferenceChip = lazy(() =>
  import('./reference-chip').then(({ ReferenceChip: chip }) => ({ default: chip })),
);

const loadForm = () => import('./reference-form').then(({ ReferenceForm }) => ReferenceForm);

type Patch = { change: { attributes: { reference: OrderReference | null } } };

/**
 * The reference chip that the platform's own order page shows for this app. It names our record that belongs to the
 * order.
 */
export function OrderReferenceCard({ target, view, appOrigin, action }: ReferenceCardProps) {
  const t = useTranslations('orderPage.reference');
  const toast = useToast();
  const { holder, remember, goBack } = useFocusReturn<HTMLDivElement>();
  const isOff = useMissingScopes('orders:write').length > 0;
  const form = useInPlaceForm<ReferenceDraft>('reference', target);
  const renderForm = useLazy(loadForm, form.isOpen, form.hide);
  const { attributes } = view.order;
  const storedReference = readReference(attributes.reference);
  const [undone, undo] = useState<Patch | null>(null);
  const write = useOrderWrite<Patch>(action, target, (_, input) => {
    // An undo that runs beside an open form does not close that form.
    const isBeside = input === undone && form.isOpen;
    if (!isBeside) {
      form.close();
      goBack();
    }
    const isGone = input.change.attributes.reference === null;
    toast({
      text: t(isGone ? 'removed' : 'saved'),
      ...(isGone &&
        storedReference && { action: { label: t('undo'), onPress: () => undo(patch(storedReference)) } }),
    });
  });
  useSendLater(write, undone);
  const send = (reference: OrderReference | null) => void write.send(patch(reference));
  const isBusy = write.sending || write.isOutcomeUnknown;
  const open = () => {
    remember();
    form.open({
      kind: storedReference?.kind ?? '',
      number: storedReference?.number ?? '',
      url: storedReference?.url ?? '',
    });
  };

  return (
    <Card title={t('title')}>
      <div ref={holder} tabIndex={-1} className="flex flex-col items-start gap-3 outline-none">
        {storedReference ? (
          <Suspense fallback={<Spinner />}>
            <ReferenceChip reference={storedReference} appOrigin={appOrigin} installId={target.installId} />
          </Suspense>
        ) : (
          <p className="text-sm text-ink-soft">{t('none')}</p>
        )}
        {isOff && <WriteScopeNote />}
        {!write.sending && (
          <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
        )}
        {form.isOpen && !renderForm && <Spinner />}
        {form.isOpen &&
          renderForm?.({
            begun: form.begun,
            copyKey: form.copyKey,
            storedReference,
            attributes,
            appOrigin,
            isPending: isBusy,
            onSave: send,
            onThere: form.close,
            onClose: () => {
              form.close();
              goBack();
            },
          })}
        <div hidden={form.isOpen} className="flex flex-wrap gap-2">
          <Button disabled={isOff} pending={isBusy} onClick={open}>
            {!isBusy &&
              (storedReference ? (
                <Pencil aria-hidden className="size-4" />
              ) : (
                <Plus aria-hidden className="size-4" />
              ))}
            {t(isBusy ? 'sending' : storedReference ? 'change' : 'add')}
          </Button>
          {storedReference && !isBusy && (
            <Button
              disabled={isOff}
              onClick={() => {
                remember();
                send(null);
              }}
            >
              <Trash2 aria-hidden className="size-4" />
              {t('remove')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function patch(reference: OrderReference | null): Patch {
  return { change: { attributes: { reference } } };
}
