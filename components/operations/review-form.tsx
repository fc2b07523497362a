'use client';

import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { isLost } from '@/components/ui/use-operation';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { activityKinds, type ActivityOperation } from '@/lib/operations/activity/activity-view';
import { type ResolveReview, useReview } from './use-review';

type ReviewFormProps = {
  installId: string;
  operation: ActivityOperation;
  resolve: ResolveReview;
  onDone: () => void;
};

/**
 * Form for an operation (a recorded write) whose outcome could not be proved. It shows what is known and what to check.
 * The user then records that the write took effect, or that it did not.
 */
export function ReviewForm({ installId, operation, resolve, onDone }: ReviewFormProps) {
  const t = useTranslations('activity.review');
  const { id, kind, sentAt } = operation;
  const makesOrder = kind === 'create_order';
  const [orderNumber, setOrderNumber] = useState('');
  const [isTried, setIsTried] = useState(false);
  const review = useReview(resolve, { installId, reviewId: id }, onDone);
  const mayResolve = useRight('edit_orders');
  const isBusy = review.sending || review.isOutcomeUnknown;
  const isMissing = makesOrder && orderNumber.trim() === '';
  const say = (happened: boolean) => {
    setIsTried(happened);
    if (isBusy || (happened && isMissing)) return;
    void review.send({ happened, ...(happened && makesOrder && { orderNumber: orderNumber.trim() }) });
  };
  const known = activityKinds.find((one) => one === kind) ?? 'other';
  return (
    <section
      aria-label={t('title')}
      className="flex flex-col gap-3 rounded-card border border-warn/30 bg-warn-soft p-4 text-sm"
    >
      <h3 className="flex items-center gap-2 font-bold text-warn">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0" />
        {t('title')}
      </h3>
      <p>{t(sentAt ? 'known.sent' : 'known.unsent')}</p>
      <p>
        <span className="font-semibold">{t('checkTitle')}</span> {t(`check.${known}`)}
      </p>
      {makesOrder && (
        <Field
          label={t('orderNumber')}
          hint={t('orderNumberHint')}
          error={isTried && isMissing ? t('orderNumberMissing') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              code
              maxLength={64}
              value={orderNumber}
              onChange={(event) => setOrderNumber(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          pending={review.sending && review.input?.happened === true}
          disabled={!mayResolve || (isBusy && review.input?.happened === false)}
          onClick={() => say(true)}
        >
          {t('happened')}
        </Button>
        <Button
          pending={review.sending && review.input?.happened === false}
          disabled={!mayResolve || (isBusy && review.input?.happened === true)}
          onClick={() => say(false)}
        >
          {t('notHappened')}
        </Button>
      </div>
      <RoleNote needs="edit_orders" />
      <p className="text-xs text-ink-soft">{t('recorded')}</p>
      {!review.sending && <ReviewProblem review={review} />}
    </section>
  );
}

function ReviewProblem({ review }: { review: ReturnType<typeof useReview> }) {
  const t = useTranslations('activity.review.problem');
  const { outcome, input } = review;
  if (!outcome || outcome.code === 'succeeded') return null;
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={outcome.code === 'no_answer'}>
      {outcome.code !== 'no_right' && (
        <p>{outcome.code === 'refused' ? t(`refused.${outcome.reason}`) : t(outcome.code)}</p>
      )}
      {isLost(outcome.code) && <Button onClick={() => input && void review.send(input)}>{t('again')}</Button>}
      {(outcome.code === 'signed_out' || outcome.code === 'reconnect') && (
        <Button onClick={() => window.location.reload()}>{t('reopen')}</Button>
      )}
    </OutcomeNote>
  );
}
