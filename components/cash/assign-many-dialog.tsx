'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { Checkbox } from '@/components/ui/form/checkbox';
import { FieldError } from '@/components/ui/form/field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { MoneyText } from '@/components/ui/text/money-text';
import type { CarrierView } from '@/lib/cash/cash-view';
import { CarrierField } from './carrier-field';
import { CashProblem } from './cash-problem';
import { cashOrdersOptions } from './cash-queries';
import { type CashActions, useCashWrite } from './use-cash-write';

/** Orders that the form has assigned to one carrier. */
export type Assigned = { carrierId: string; orderIds: string[] };

type AssignManyDialogProps = {
  installId: string;
  carriers: readonly CarrierView[];
  /** True if the form also has the orders whose shipments the app has not read yet. */
  hasUnread: boolean;
  assign: CashActions['assignMany'];
  /** Opens the form of a new carrier. */
  onAdd: () => void;
  onAssigned: (assigned: Assigned) => void;
  onClose: () => void;
};

/**
 * Form in which the user chooses the carrier that has the cash of several orders without a carrier. It has one page of
 * orders, the oldest first. All of them are selected at first.
 */
export function AssignManyDialog(props: AssignManyDialogProps) {
  const { installId, carriers, hasUnread, assign, onAdd, onAssigned, onClose } = props;
  const t = useTranslations('cash.assign');
  const read = useInfiniteQuery(cashOrdersOptions(installId, { carrier: 'none' }));
  // The orders do not change while the form is open, so that the user assigns only orders that were on the screen.
  const [shown, setShown] = useState<typeof read.data>(undefined);
  if (!shown && read.data) setShown(read.data);
  const [page] = (shown ?? read.data)?.pages ?? [];
  const orders = page?.orders.filter(({ isCarrierUnread }) => hasUnread || !isCarrierUnread) ?? [];
  const [carrierId, setCarrierId] = useState('');
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [isTried, setIsTried] = useState(false);
  const write = useCashWrite<{ carrierId: string; orderIds: string[] }, Awaited<ReturnType<typeof assign>>>(
    assign,
    installId,
    (outcome) => {
      if (outcome.code === 'saved') onAssigned({ carrierId, orderIds: outcome.orderIds });
      onClose();
    },
  );
  const orderIds = orders.flatMap(({ orderId }) => (leftOut.includes(orderId) ? [] : orderId));
  const submit = () => {
    // While the outcome is unknown, a press sends exactly the same orders again.
    if (write.isOutcomeUnknown && write.input) return void write.send(write.input);
    setIsTried(true);
    if (carrierId !== '' && orderIds.length > 0) void write.send({ carrierId, orderIds });
  };
  const offered = carriers.filter(({ isArchived }) => !isArchived);
  const isNoneOffered = offered.length === 0;
  return (
    <FormDialog
      onClose={onClose}
      title={t('manyTitle')}
      description={t('manyBody')}
      cancel={t('cancel')}
      submit={isNoneOffered ? t('add') : t('manyConfirm', { count: orderIds.length })}
      disabled={!isNoneOffered && orders.length === 0}
      pending={write.sending}
      onSubmit={isNoneOffered ? onAdd : submit}
    >
      {isNoneOffered ? (
        <p>{t('none')}</p>
      ) : (
        <fieldset disabled={write.sending || write.isOutcomeUnknown} className="contents">
          <CarrierField
            carriers={offered}
            carrierId={carrierId}
            isMissing={isTried && carrierId === ''}
            onChoose={setCarrierId}
          />
          {page ? (
            <ul className="flex flex-col divide-y divide-line" data-assign-many>
              {orders.map(({ orderId, number, open, days, customerName }) => (
                <li key={orderId} className="flex items-center justify-between gap-x-4">
                  <Checkbox
                    className="min-w-0 break-words"
                    label={t.rich('manyOrder', { number: () => <bdi key="number">{number || orderId}</bdi> })}
                    detail={
                      <>
                        {t('manyDays', { count: days })}
                        {customerName !== null && (
                          <>
                            {' · '}
                            <bdi>{customerName}</bdi>
                          </>
                        )}
                      </>
                    }
                    checked={!leftOut.includes(orderId)}
                    onChange={({ target }) =>
                      setLeftOut((now) =>
                        target.checked ? now.filter((id) => id !== orderId) : [...now, orderId],
                      )
                    }
                  />
                  <MoneyText money={open} className="text-sm font-semibold" />
                </li>
              ))}
            </ul>
          ) : read.isError ? (
            <ReadProblem error={read.error} onRetry={() => void read.refetch()} />
          ) : (
            <p role="status">{t('manyLoading')}</p>
          )}
          {page?.next && (
            <p className="text-xs text-ink-soft">{t('manyOnly', { count: page.orders.length })}</p>
          )}
          {isTried && page && orderIds.length === 0 && <FieldError>{t('manyNothing')}</FieldError>}
        </fieldset>
      )}
      {!write.sending && <CashProblem outcome={write.outcome} />}
    </FormDialog>
  );
}
