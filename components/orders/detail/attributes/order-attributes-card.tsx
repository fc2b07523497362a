'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useToast } from '@/components/ui/feedback/toast';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { AttributeDraft } from '@/lib/orders/order-attribute';
import type { OrderView } from '@/lib/orders/order-view';
import { openActions } from '@/components/orders/detail/open-actions';
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

type AttributesCardProps = { target: OrderTarget; view: OrderView; action: OrderActions['changeOrder'] };
type Scalar = string | number | boolean;
type Patch = { change: { attributes: Record<string, Scalar | null> } };
type Draft = Omit<AttributeDraft, 'attributes'>;

/** Loaded lazily, because few orders have attributes. */
const AttributeRow = lazy(() =>
  import('@/components/orders/shared/attribute-row').then(({ AttributeRow: row }) => ({ default: row })),
);

const loadForm = () => import('./attribute-form').then(({ AttributeForm }) => AttributeForm);

const newDraft: Draft = { currentKey: null, key: '', type: 'text', text: '' };

/**
 * Attributes that Daftar stores with the order on the platform. Each is a name and a value, and no other app reads
 * them.
 */
export function OrderAttributesCard({ target, view, action }: AttributesCardProps) {
  const t = useTranslations('orderPage.attributes');
  const toast = useToast();
  const { holder, remember, goBack } = useFocusReturn<HTMLDivElement>();
  const isOff = useMissingScopes('orders:write').length > 0;
  const form = useInPlaceForm<Draft>('attribute', target);
  const renderForm = useLazy(loadForm, form.isOpen, form.hide);
  const { attributes } = view.order;
  const [undone, undo] = useState<Patch | null>(null);
  const write = useOrderWrite<Patch>(action, target, (_, input) => {
    const [key = '', value] = Object.entries(input.change.attributes)[0] ?? [];
    // An undo that runs beside an open form does not close that form.
    const isBeside = input === undone && form.isOpen;
    if (!isBeside) {
      form.close();
      goBack();
    }
    const previous = attributes[key];
    const isGone = value === null;
    toast({
      text: t.rich(isGone ? 'removed' : 'saved', { key: () => <bdi key="key">{key}</bdi> }),
      ...(isGone &&
        isScalar(previous) && { action: { label: t('undo'), onPress: () => undo(patch(key, previous)) } }),
    });
  });
  useSendLater(write, undone);
  const send = (key: string, value: Scalar | null) => void write.send(patch(key, value));
  const isBusy = write.sending || write.isOutcomeUnknown;
  const beingSent = new Set([
    ...openActions(view, 'patch_order').flatMap(({ requested }) => requested.attributes ?? []),
    ...(isBusy ? Object.keys(write.input?.change.attributes ?? {}) : []),
  ]);
  const open = (next: Draft) => {
    remember();
    form.open(next);
  };
  const rows = Object.entries(attributes).filter(([key]) => key !== 'reference');

  return (
    <Card title={t('title')}>
      <div ref={holder} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {rows.length === 0 ? (
          <p className="text-sm text-ink-soft">{t('none')}</p>
        ) : (
          <Suspense fallback={<Spinner />}>
            <ul aria-label={t('title')} className="divide-y divide-line">
              {rows.map(([key, value]) => (
                <AttributeRow
                  key={key}
                  name={key}
                  value={value}
                  // While one attribute is edited, no other can be opened.
                  isOff={isOff || isBusy || form.isOpen}
                  isBeingSent={beingSent.has(key)}
                  onEdit={(type, text) => open({ currentKey: key, key, type, text })}
                  onRemove={() => {
                    remember();
                    send(key, null);
                  }}
                />
              ))}
            </ul>
          </Suspense>
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
            attributes,
            isPending: isBusy,
            onSave: send,
            onThere: form.close,
            onClose: () => {
              form.close();
              goBack();
            },
          })}
        <Button className="self-start" disabled={isOff} hidden={form.isOpen} onClick={() => open(newDraft)}>
          <Plus aria-hidden className="size-4" />
          {t('add')}
        </Button>
      </div>
    </Card>
  );
}

function patch(key: string, value: Scalar | null): Patch {
  return { change: { attributes: { [key]: value } } };
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
