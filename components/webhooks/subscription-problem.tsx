'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { isLost, type NoAnswer } from '@/components/ui/use-operation';
import { knownKey } from '@/lib/shared/known-key';
import type { SubscriptionOutcome } from './use-subscription-write';

/** Error codes of refusals that have a text of their own here. kinds.test.ts compares them with the endpoints. */
export const reasons = {
  forbidden: true,
  sandbox_required: true,
  webhook_not_subscribed: true,
  webhook_topic_not_subscribed: true,
  sample_unavailable: true,
  payload_too_large: true,
  invalid_request: true,
};

type SubscriptionProblemProps = {
  outcome: SubscriptionOutcome | NoAnswer | null;
  /** Sends the same write again. The retry button calls this function after the response to the write was lost. */
  again: () => void;
};

/** Shows the outcome of an action on the webhook subscription. Shows nothing if the action succeeded. */
export function SubscriptionProblem({ outcome, again }: SubscriptionProblemProps) {
  const t = useTranslations('sync.subscription.problem');
  if (!outcome || outcome.code === 'succeeded') return null;
  const { code } = outcome;
  return (
    <OutcomeNote code={code} isOutcomeUnknown={code === 'no_answer' || code === 'unconfirmed'}>
      {code !== 'no_right' && (
        <p>{code === 'refused' ? t(`refused.${knownKey(reasons, outcome.reason) ?? 'other'}`) : t(code)}</p>
      )}
      {code === 'refused' && outcome.requestId && (
        <p className="text-xs text-ink-soft">
          {t('requestId')} <bdi dir="ltr">{outcome.requestId}</bdi>
        </p>
      )}
      {isLost(code) && <Button onClick={again}>{t('again')}</Button>}
      {(code === 'signed_out' || code === 'reconnect') && (
        <Button onClick={() => window.location.reload()}>{t('reopen')}</Button>
      )}
    </OutcomeNote>
  );
}
