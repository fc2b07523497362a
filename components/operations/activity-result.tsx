import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '@/components/ui/badge';
import { useNoShipmentText } from '@/components/ui/text/use-no-shipment-text';
import type { ActivityOperation, ActivityState } from '@/lib/operations/activity/activity-view';
import { knownKey } from '@/lib/shared/known-key';
import { refusingStatus } from '@/lib/shared/operations/refusing-status';
import { ActivityStatus } from '@/components/ui/text/activity-what';

const tones: Record<ActivityState, Tone> = {
  needs_review: 'warn',
  open: 'info',
  refused: 'bad',
  succeeded: 'good',
};

type ActivityRefusal = NonNullable<ActivityOperation['refusal']>;

/**
 * Codes of refusals by the platform that have a text of their own. The platform may add codes, so any other
 * code gets a general text. kinds.test.ts compares the codes with the endpoints.
 */
export const reasons = {
  conflict: true,
  insufficient_stock: true,
  variant_not_found: true,
  variant_unavailable: true,
  payment_method_disabled: true,
  currency_not_allowed: true,
  sandbox_required: true,
  webhook_not_subscribed: true,
  webhook_topic_not_subscribed: true,
  sample_unavailable: true,
  payload_too_large: true,
  changed_meanwhile: true,
  invalid_request: true,
  forbidden: true,
  not_found: true,
  resolved_absent: true,
};

/** For each refusing status (refusingStatus), the text that names it. */
const statusTexts = { order: 'orderWas', shipment: 'shipmentWas' } as const;

/** Outcome of an operation (a recorded write) as a badge, with the reason below it. */
export function ActivityResult({ operation }: { operation: ActivityOperation }) {
  const t = useTranslations('activity');
  const noShipmentText = useNoShipmentText();
  const { kind, state, refusal, byReading, review } = operation;
  const why = refusal
    ? (noShipmentText(refusal.reason, kind) ?? <Refusal kind={kind} refusal={refusal} />)
    : review
      ? t('resolvedManually')
      : byReading
        ? t('byReading')
        : null;
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      {why && <span className="text-xs text-ink-soft">{why}</span>}
    </span>
  );
}

function Refusal({ kind, refusal }: Pick<ActivityOperation, 'kind'> & { refusal: ActivityRefusal }) {
  const t = useTranslations('activity.refused');
  const refusing = refusingStatus(kind, refusal);
  if (refusing)
    return t.rich(statusTexts[refusing.of], {
      status: () => <ActivityStatus key="status" {...refusing} />,
    });
  return t(knownKey(reasons, refusal.reason) ?? 'other');
}
