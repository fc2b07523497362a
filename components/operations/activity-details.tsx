'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { Facts } from '@/components/ui/list/facts';
import type { ActivityOperation } from '@/lib/operations/activity/activity-view';
import { ActivityLinks } from './activity-links';
import { ActivityResult } from './activity-result';
import { ActivityWhat } from '@/components/ui/text/activity-what';
import { CheckLink } from '@/components/operations/review/check-link';
import { ReviewForm } from '@/components/operations/review/review-form';
import type { ResolveReview } from '@/components/operations/review/use-review';
import { dateTimeParts } from '@/lib/shared/locale';

type ActivityDetailsProps = {
  installId: string;
  operation: ActivityOperation;
  resolve: ResolveReview;
  onClose: () => void;
};

/**
 * All details of an operation (a recorded write). If the outcome could not be found out (`needs_review`), the details
 * include what to check, and a form to record whether the write took effect. If the write to an order was refused, a
 * button opens the order.
 */
export function ActivityDetails({ installId, operation, resolve, onClose }: ActivityDetailsProps) {
  const t = useTranslations('activity.details');
  const tActivity = useTranslations('activity');
  const format = useFormatter();
  const { actor, at, sentAt, outcomeUnknownAt, endedAt, attempts, requestIds, review, order, quote, runId } =
    operation;
  const time = (value: string) => (
    <time dateTime={value}>{format.dateTime(new Date(value), { ...dateTimeParts, second: '2-digit' })}</time>
  );
  const isOutcomeUnknown = operation.state === 'needs_review';
  return (
    <DialogPanel
      open
      onOpenChange={(open) => open || onClose()}
      title={<ActivityWhat operation={operation} />}
      actions={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {operation.state === 'refused' && order && (
            <CheckLink installId={installId} operation={operation} />
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5 pb-2">
        {isOutcomeUnknown && (
          <ReviewForm installId={installId} operation={operation} resolve={resolve} onDone={onClose} />
        )}
        <Facts
          facts={[
            { label: t('result'), value: <ActivityResult operation={operation} /> },
            ...(order || quote || runId
              ? [{ label: t('about'), value: <ActivityLinks installId={installId} operation={operation} /> }]
              : []),
            {
              label: t('who'),
              value:
                actor === null ? (
                  tActivity(operation.byCustomer ? 'customer' : 'someone')
                ) : (
                  <bdi>{actor}</bdi>
                ),
            },
            { label: t('requested'), value: time(at) },
            {
              label: t('sent'),
              value: sentAt ? (
                <>
                  {time(sentAt)} · {t('attempts', { count: attempts })}
                </>
              ) : (
                t('neverSent')
              ),
            },
            ...(outcomeUnknownAt ? [{ label: t('outcomeUnknown'), value: time(outcomeUnknownAt) }] : []),
            ...(endedAt ? [{ label: t('ended'), value: time(endedAt) }] : []),
            ...(review
              ? [
                  {
                    label: t('resolution'),
                    value: (
                      <>
                        {t(review.happened ? 'resolvedSucceeded' : 'resolvedAbsent')} ·{' '}
                        {review.by === null ? tActivity('someone') : <bdi>{review.by}</bdi>} ·{' '}
                        {time(review.at)}
                      </>
                    ),
                  },
                ]
              : []),
            {
              label: t('requestIds'),
              value: requestIds.length === 0 ? t('noAnswer') : <Codes codes={requestIds} />,
            },
            { label: t('operation'), value: <Codes codes={[operation.id]} /> },
          ]}
        />
      </div>
    </DialogPanel>
  );
}

function Codes({ codes }: { codes: string[] }) {
  const t = useTranslations('activity.details');
  return (
    <ul className="flex flex-col">
      {codes.map((code) => (
        <li key={code} className="flex min-w-0 items-center gap-1">
          <bdi dir="ltr" className="font-mono text-xs break-all select-all">
            {code}
          </bdi>
          <CopyButton text={code} label={t('copy')} labelHidden />
        </li>
      ))}
    </ul>
  );
}
