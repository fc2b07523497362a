'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { isLost, type NoAnswer } from '@/components/ui/use-operation';
import type { OrderWriteOutcome } from '@/lib/orders/order/order-write-outcome';
import { knownKey } from '@/lib/shared/known-key';
import { unstorableMessage } from 'commerce-platform-client/contract/storable-text';
import { OrderStatusName } from '@/components/orders/shared/order-badges';

/** Error codes of refusals that have a text of their own here. kinds.test.ts compares them with the endpoints. */
export const refusalReasons = {
  conflict: true,
  changed_meanwhile: true,
  invalid_request: true,
  forbidden: true,
  not_found: true,
};

type WriteProblemProps = {
  outcome: OrderWriteOutcome | NoAnswer | null;
  /** Sends the same write again. The retry button calls this function after the response to the write was lost. */
  again?: () => void;
};

/**
 * Shows the outcome of a write to the order, beside the button that started it. Shows nothing if the write succeeded.
 */
export function WriteProblem({ outcome, again }: WriteProblemProps) {
  const t = useTranslations('orderWrite');
  if (!outcome || outcome.code === 'succeeded') return null;
  const isOutcomeUnknown = outcome.code === 'unconfirmed' || outcome.code === 'no_answer';
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={isOutcomeUnknown}>
      <p>
        {outcome.code === 'refused' ? (
          <Refusal refusal={outcome} />
        ) : (
          outcome.code !== 'no_right' && t(isDamaged(outcome) ? 'damaged' : outcome.code)
        )}
      </p>
      {outcome.code === 'refused' && outcome.requestId && (
        <p className="text-xs text-ink-soft">
          {t('requestId')} <bdi dir="ltr">{outcome.requestId}</bdi>
        </p>
      )}
      {isLost(outcome.code) && again && <Button onClick={again}>{t('again')}</Button>}
      {(outcome.code === 'signed_out' || outcome.code === 'reconnect') && (
        <Button onClick={() => window.location.reload()}>{t('reopen')}</Button>
      )}
    </OutcomeNote>
  );
}

/**
 * True if a typed text contains a NUL or half of a surrogate pair. The platform and the database cannot store
 * such text, and the user cannot see these characters.
 */
const isDamaged = (outcome: OrderWriteOutcome | NoAnswer) =>
  outcome.code === 'invalid' && outcome.fields.some(({ message }) => message === unstorableMessage);

function Refusal({ refusal }: { refusal: Extract<OrderWriteOutcome, { code: 'refused' }> }) {
  const t = useTranslations('orderWrite.refused');
  const { currentStatus, reason } = refusal;
  if (currentStatus !== null)
    return t.rich('moved', { status: () => <OrderStatusName key="status" status={currentStatus} /> });
  return t(knownKey(refusalReasons, reason) ?? 'other');
}
