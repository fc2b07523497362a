'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { MoneyText } from '@/components/ui/text/money-text';
import type { OrderView } from '@/lib/orders/order-view';
import { emptyRefund, type NewRefund, typedTotalMinor } from '@/lib/orders/order/refund/refund-draft';
import { RefundCheck } from './refund-check';
import { RefundFields } from './refund-fields';
import { useRefundForm } from './refund-form';
import { type SkippedStatus, skippedStatus } from '@/components/orders/detail/status-skipped';
import {
  type OrderActions,
  type OrderTarget,
  useOrderWrite,
} from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';

export type RefundSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  target: OrderTarget;
  order: OrderView['order'];
  action: OrderActions['refundOrder'];
  /**
   * Called after the refund succeeded. A refund normally changes the order status. If the platform skipped that change,
   * `skipped` is the current order status; if not, `skipped` is null.
   */
  onRefunded: (skipped: SkippedStatus) => void;
};

/**
 * Dialog for a refund, in two steps: first the lines and the reason, then a confirmation of amount and order. If the
 * platform refuses the refund, the dialog returns to the first step. That step still has the typed values, and shows
 * the amount that can now be refunded.
 */
export function RefundSheet({ open, onOpenChange, target, order, action, onRefunded }: RefundSheetProps) {
  const t = useTranslations('refund.sheet');
  const form = useRefundForm(order);
  const typedMinor = typedTotalMinor(form.watch(), order.paid.decimals);
  const [confirmation, setConfirmation] = useState<RefundConfirmation | null>(null);
  const write = useOrderWrite<{ refund: NewRefund }>(action, target, (written) => {
    onOpenChange(false);
    setConfirmation(null);
    form.reset(emptyRefund(order));
    onRefunded(skippedStatus(written));
  });
  const { outcome, sending, isOutcomeUnknown, operationId } = write;
  const amount = (amount_minor: number) => <MoneyText key="amount" money={{ ...order.paid, amount_minor }} />;
  // `confirmation` contains the refund that the user is about to confirm, and the operation id at that time. When the
  // outcome of the refund is known, `operationId` gets a new value. It then differs from the id in `confirmation`, so
  // the dialog shows its first step again.
  const checked =
    confirmation && (sending || confirmation.operationId === operationId) ? confirmation.refund : null;
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={t.rich(checked ? 'checkTitle' : 'title', {
        number: () => <bdi key="number">{order.order_number}</bdi>,
      })}
      cancel={t('cancel')}
      submit={typedMinor > 0 ? t.rich('continueWith', { amount: () => amount(typedMinor) }) : t('continue')}
      onSubmit={(event) =>
        void form.handleSubmit((refund) => setConfirmation({ refund, operationId, seen: outcome }))(event)
      }
      next={
        checked && {
          actions: (
            <>
              <Button key="back" disabled={sending || isOutcomeUnknown} onClick={() => setConfirmation(null)}>
                {t('back')}
              </Button>
              <Button
                key="send"
                variant="primary"
                pending={sending}
                // The Continue button was in the same place before. If the user double-clicks Continue, the second
                // click hits this button. A second click (`detail` 2) is ignored, so that it does not send the refund.
                onClick={(event) => void (event.detail < 2 && write.send({ refund: checked }))}
              >
                {sending
                  ? t('sending')
                  : isOutcomeUnknown
                    ? t('retry')
                    : t.rich('send', { amount: () => amount(checked.amount_minor) })}
              </Button>
            </>
          ),
          content: (
            <RefundCheck order={order} refund={checked}>
              {!sending && outcome !== confirmation?.seen && <WriteProblem outcome={outcome} />}
            </RefundCheck>
          ),
        }
      }
    >
      <FormProvider {...form}>
        {!sending && !checked && <WriteProblem outcome={outcome} />}
        <RefundFields order={order} />
      </FormProvider>
    </FormDialog>
  );
}

/**
 * Data of the confirmation step. `refund` is the refund with its operation id. `seen` is the outcome of an earlier
 * attempt to send the refund. The first step has already shown that outcome, so this step does not show it again.
 */
type RefundConfirmation = { refund: NewRefund; operationId: string; seen: object | null };
