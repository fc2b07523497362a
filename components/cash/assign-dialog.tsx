'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import type { CarrierView, CashOrderItem } from '@/lib/cash/cash-view';
import { CarrierField } from './carrier-field';
import { CashProblem } from './cash-problem';
import { type CashActions, useCashWrite } from './use-cash-write';

type AssignDialogProps = {
  installId: string;
  order: CashOrderItem;
  carriers: readonly CarrierView[];
  assign: CashActions['assign'];
  /** Opens the form of a new carrier. */
  onAdd: () => void;
  onClose: () => void;
};

/**
 * Form in which the user chooses the carrier that has the cash of an order. It is needed if the shipments of the order
 * name no carrier.
 */
export function AssignDialog({ installId, order, carriers, assign, onAdd, onClose }: AssignDialogProps) {
  const t = useTranslations('cash.assign');
  const [carrierId, setCarrierId] = useState(order.carrierId ?? '');
  const [isTried, setIsTried] = useState(false);
  const write = useCashWrite<{ orderId: string; carrierId: string }, Awaited<ReturnType<typeof assign>>>(
    assign,
    installId,
    onClose,
  );
  const submit = () => {
    setIsTried(true);
    if (carrierId !== '') void write.send({ orderId: order.orderId, carrierId });
  };
  const offered = carriers.filter(({ id, isArchived }) => !isArchived || id === carrierId);
  const isNoneOffered = offered.length === 0;
  return (
    <FormDialog
      onClose={onClose}
      title={t('title', { number: order.number })}
      description={t('body')}
      cancel={t('cancel')}
      submit={t(isNoneOffered ? 'add' : 'confirm')}
      pending={write.sending}
      onSubmit={isNoneOffered ? onAdd : submit}
    >
      {isNoneOffered ? (
        <p>{t('none')}</p>
      ) : (
        <CarrierField
          carriers={offered}
          carrierId={carrierId}
          isMissing={isTried && carrierId === ''}
          onChoose={setCarrierId}
        />
      )}
      {!write.sending && <CashProblem outcome={write.outcome} />}
    </FormDialog>
  );
}
