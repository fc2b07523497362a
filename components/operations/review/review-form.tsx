'use client';

import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { Dialog } from '@/components/ui/overlay/dialog';
import { isLost } from '@/components/ui/use-operation';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { activityKinds, type ActivityOperation } from '@/lib/operations/activity/activity-view';
import { knownKey } from '@/lib/shared/known-key';
import { CheckLink } from './check-link';
import { type ResolveReview, useReview } from './use-review';

type ReviewFormProps = {
  installId: string;
  operation: ActivityOperation;
  resolve: ResolveReview;
  onDone: () => void;
};

/** Kinds of writes with their own texts about a repetition. Another kind has the general texts. */
const ownTexts = { create_refund: true, create_order: true, create_movement: true };

/**
 * Form for an operation (a recorded write) whose outcome could not be found out. It shows what is known and what to
 * check. The first button opens the screen on which the user can check it. The user then records that the write took
 * effect, or that it did not. Neither answer is the primary button, because a wrong answer can cost money.
 */
export function ReviewForm({ installId, operation, resolve, onDone }: ReviewFormProps) {
  const t = useTranslations('activity.review');
  const { id, kind, sentAt, doublesIfRepeated } = operation;
  const makesOrder = kind === 'create_order';
  const [orderNumber, setOrderNumber] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const review = useReview(resolve, { installId, reviewId: id }, onDone);
  const hintId = useId();
  const mayResolve = useRight('edit_orders');
  const isBusy = review.sending || review.isOutcomeUnknown;
  const isMissing = makesOrder && orderNumber.trim() === '';
  const say = (happened: boolean) => {
    setIsTried(happened);
    if (isBusy || (happened && isMissing)) return;
    void review.send({ happened, ...(happened && makesOrder && { orderNumber: orderNumber.trim() }) });
  };
  const known = activityKinds.find((one) => one === kind) ?? 'other';
  // A wrong answer "It did not happen" leads to a second payment, order or movement. Only for such kinds, the form asks
  // for a confirmation. It also asks if a server of an earlier release does not say whether the effect doubles.
  const risk = doublesIfRepeated === false ? null : (knownKey(ownTexts, kind) ?? 'other');
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
      <div>
        <CheckLink installId={installId} operation={operation} />
      </div>
      <h4 className="mt-1 font-semibold">{t('answerTitle')}</h4>
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
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="flex flex-col gap-1">
          <Button
            pending={review.sending && review.input?.happened === true}
            disabled={!mayResolve || (isBusy && review.input?.happened === false)}
            aria-describedby={`${hintId}-happened`}
            onClick={() => say(true)}
          >
            {t('happened')}
          </Button>
          <p id={`${hintId}-happened`} className="text-xs text-ink-soft">
            {t(`then.happened.${risk ?? 'other'}`)}
          </p>
        </div>
        <div className="flex flex-col gap-1">
          <Button
            pending={review.sending && review.input?.happened === false}
            disabled={!mayResolve || (isBusy && review.input?.happened === true)}
            aria-describedby={`${hintId}-absent`}
            onClick={() => (risk && !isBusy ? setAsking(true) : say(false))}
          >
            {t('notHappened')}
          </Button>
          <p id={`${hintId}-absent`} className="text-xs text-ink-soft">
            {t(`then.notHappened.${risk ?? 'other'}`)}
          </p>
        </div>
      </div>
      {risk && (
        <Dialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t('confirm.title')}
          description={t(`confirm.${risk}`)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('confirm.back')}</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsking(false);
                  say(false);
                }}
              >
                {t('notHappened')}
              </Button>
            </>
          }
        />
      )}
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
