'use client';

import { Link2, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { Spinner } from '@/components/ui/spinner';
import { useToast } from '@/components/ui/toast';
import { useLate } from '@/components/ui/use-late';
import { type OrderReference, readReference } from '@/lib/orders/order-reference';
import type { OrderView } from '@/lib/orders/order-view';
import { referenceUrl } from '@/lib/orders/reference-url';
import { useFocusReturn } from './use-focus-return';
import { type OrderActions, type OrderTarget, useOrderWrite } from './use-order-write';
import { useSendLater } from './use-send-later';
import { WriteProblem } from './write-problem';
import { WriteScopeNote } from './write-scope-note';

type ReferenceCardProps = {
  target: OrderTarget;
  view: OrderView;
  /** Where a reference may lead: the origin the app is registered with. */
  appOrigin: string;
  action: OrderActions['changeOrder'];
};
const loadForm = () => import('./reference-form').then(({ ReferenceForm }) => ReferenceForm);

type Patch = { change: { attributes: { reference: OrderReference | null } } };

/** The chip that the platform's own order page shows for this app: which record of ours the order belongs to. */
export function OrderReferenceCard({ target, view, appOrigin, action }: ReferenceCardProps) {
  const t = useTranslations('orderPage.reference');
  const toast = useToast();
  const { holder, remember, goBack } = useFocusReturn<HTMLDivElement>();
  const isOff = useMissingScopes('orders:write').length > 0;
  const [isOpen, setIsOpen] = useState(false);
  const drawForm = useLate(loadForm, isOpen, () => setIsOpen(false));
  const { attributes } = view.order;
  const held = readReference(attributes.reference);
  const [undone, undo] = useState<Patch | null>(null);
  const write = useOrderWrite<Patch>(action, target, (_, { change }) => {
    setIsOpen(false);
    goBack();
    const isGone = change.attributes.reference === null;
    toast({
      text: t(isGone ? 'removed' : 'saved'),
      ...(isGone && held && { action: { label: t('undo'), onPress: () => undo(patch(held)) } }),
    });
  });
  useSendLater(write, undone);
  const send = (reference: OrderReference | null) => void write.send(patch(reference));
  const isBusy = write.sending || write.inDoubt;
  const open = () => {
    remember();
    setIsOpen(true);
  };

  return (
    <Card title={t('title')}>
      <div ref={holder} tabIndex={-1} className="flex flex-col items-start gap-3 outline-none">
        {held ? (
          <ReferenceChip reference={held} appOrigin={appOrigin} />
        ) : (
          <p className="text-sm text-ink-soft">{t('none')}</p>
        )}
        {isOff && <WriteScopeNote />}
        {!write.sending && (
          <WriteProblem outcome={write.outcome} again={() => write.input && void write.send(write.input)} />
        )}
        {isOpen && !drawForm && <Spinner />}
        {isOpen &&
          drawForm?.({
            held,
            attributes,
            appOrigin,
            isPending: isBusy,
            onSave: send,
            onCancel: () => {
              setIsOpen(false);
              goBack();
            },
          })}
        <div hidden={isOpen} className="flex flex-wrap gap-2">
          <Button disabled={isOff} pending={isBusy} onClick={open}>
            {!isBusy &&
              (held ? <Pencil aria-hidden className="size-4" /> : <Plus aria-hidden className="size-4" />)}
            {t(isBusy ? 'sending' : held ? 'change' : 'add')}
          </Button>
          {held && !isBusy && (
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

/** A link where its address is one of ours; else the words alone. */
function ReferenceChip({ reference, appOrigin }: { reference: OrderReference; appOrigin: string }) {
  const t = useTranslations('orderPage.reference');
  const url = reference.url === null ? null : referenceUrl(reference.url, appOrigin);
  const look =
    'inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-brand-soft px-4 text-sm font-semibold text-brand-strong';
  const words = (
    <>
      <Link2 aria-hidden className="size-4 shrink-0" />
      <span className="truncate">
        <bdi>{reference.kind}</bdi> <bdi>{reference.number}</bdi>
      </span>
    </>
  );
  if (url === null) return <span className={look}>{words}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={look}>
      {words}
      <span className="sr-only">{t('opens')}</span>
    </a>
  );
}
