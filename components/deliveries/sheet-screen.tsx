'use client';

import { Printer } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/feedback/banner';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { LazyLeaveGuard } from '@/components/ui/overlay/lazy-leave-guard';
import { useRight } from '@/components/ui/role-context';
import { MoneyText } from '@/components/ui/text/money-text';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { useOperation } from '@/components/ui/use-operation';
import type { SheetView } from '@/lib/deliveries/delivery-view';
import { installPath } from '@/lib/shared/install-path';
import { dateParts } from '@/lib/shared/locale';
import { DeliveryProblem } from './delivery-problem';
import { DriverLink, type LinkSharing } from './driver-link';
import { RefusedOrders } from './refused-orders';
import type { SheetActions } from './sheet-actions';
import { ShipFirst } from './ship-first';
import { SheetSummary } from './sheet-summary';
import { restoreStops, isTypedDraft, resultOfDraft, shownDraft, type TypedStops } from './stop-draft';
import { StopList } from './stop-list';

type SheetScreenProps = {
  installId: string;
  sheet: SheetView;
  sharing: LinkSharing;
  actions: SheetActions;
};

type Confirmed = { stops: Parameters<SheetActions['confirm']>[0]['stops'] };

/**
 * Screen of one delivery sheet: the driver's link, the stops (orders) with the driver's answers, and the confirmation
 * of all answers.
 */
export function SheetScreen({ installId, sheet, sharing, actions }: SheetScreenProps) {
  const t = useTranslations('deliveries');
  const format = useFormatter();
  const router = useRouter();
  const mayPost = useRight('post_cash');
  const isOpen = sheet.state === 'open';
  // Results that the merchant has typed, by stop id. Each contains the id of the driver's answer that was on the screen
  // at that time. If the driver then sends a newer answer, the typed result is no longer shown or sent.
  const input = useCopiedInput<TypedStops>(`daftar.sheet.1.${installId}.${sheet.id}`, (saved) =>
    isOpen ? restoreStops(saved, sheet.stops) : null,
  );
  const typed = input.value ?? {};
  // A confirmed sheet has its stored results, also if another user or another tab has confirmed it.
  const forgetTyped = useEffectEvent(input.forget);
  useEffect(() => {
    if (!isOpen) forgetTyped();
  }, [isOpen]);
  const [isTried, setIsTried] = useState(false);
  // Number of stops without an answer in the last warning about such stops. The next press confirms the sheet in spite
  // of them. If the number has changed, the next press shows the warning again.
  const [warnedOf, setWarnedOf] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const write = useOperation<Confirmed, Awaited<ReturnType<SheetActions['confirm']>>, SheetTarget>({
    action: actions.confirm,
    target: { installId, sheetId: sheet.id },
    onOutcome: () => router.refresh(),
  });
  // The pressed button disappears after the confirmation, so the focus moves to the message.
  const isDone = sheet.state === 'confirmed' && write.outcome?.code === 'confirmed';
  useEffect(() => {
    if (isDone) done.current?.focus();
  }, [isDone]);
  useLiveChange(({ kind, id }) => {
    const isShown = kind === 'order' && sheet.stops.some(({ orderId }) => orderId === id);
    if ((kind === 'delivery' && id === sheet.id) || kind === 'cash' || kind === 'many' || isShown)
      router.refresh();
  });
  const drafts = sheet.stops.map((stop) => ({ stop, draft: shownDraft(stop, typed, isOpen) }));
  const results = drafts.map(({ stop, draft }) => ({
    stop,
    draft,
    result: resultOfDraft(draft, stop),
  }));
  const answered = results.filter(({ draft }) => draft.answer !== 'none');
  const collected = results.flatMap(({ result, stop: { due } }) =>
    result !== null && result !== 'invalid' && result.paidMinor !== null
      ? [{ ...due, amount_minor: result.paidMinor }]
      : [],
  );
  const unanswered = isOpen ? results.length - answered.length : 0;
  const isWarned = unanswered > 0 && warnedOf === unanswered;
  // Current open amounts of the stops for which the amount on the screen was out of date. The server returned them with
  // its last refusal. The next press confirms these amounts.
  const dues = new Map(
    write.outcome?.code === 'due_changed' ? write.outcome.stops.map(({ stopId, due }) => [stopId, due]) : [],
  );
  const submit = () => {
    setIsTried(true);
    // A sheet in the state `unfinished` already has its results stored, so the form values are not checked again.
    if (isOpen && results.some(({ result }) => result === 'invalid')) {
      // The focus is moved after the next render, because only then do the invalid fields have the attribute
      // `aria-invalid`. The first invalid field gets the focus.
      setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0);
      return;
    }
    if (unanswered > 0 && !isWarned) return setWarnedOf(unanswered);
    void write.send({
      stops: results.map(({ stop, draft, result }) => ({
        stopId: stop.id,
        seen: draft.seen,
        dueMinor: (dues.get(stop.id) ?? stop.open ?? stop.due).amount_minor,
        result: result === 'invalid' ? null : result,
      })),
    });
  };
  const hasAnswer = (...wanted: string[]) =>
    sheet.stops.some(({ result }) => result !== null && wanted.includes(result.answer));
  const hasRun = sheet.runId !== null && hasAnswer('paid', 'delivered');
  const refused = answered.flatMap(({ stop, draft }) => (draft.answer === 'refused' ? stop : []));
  // Only a user who may post cash may change or drop an amount that the driver reported. After the results are stored,
  // only the stored amounts count.
  const needsCash =
    !mayPost &&
    (hasAnswer('paid') ||
      answered.some(({ draft }) => draft.answer === 'paid') ||
      (isOpen && sheet.stops.some(({ earlierPaid }) => earlierPaid !== null)));
  const day = format.dateTime(new Date(`${sheet.day}T12:00:00Z`), { ...dateParts, timeZone: 'UTC' });
  return (
    <div ref={box} className="flex w-full max-w-3xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <BackLink href={installPath(installId, '/deliveries')}>{t('all')}</BackLink>
        <ScreenHeading title={t('sheetTitle', { driver: sheet.driver, day })}>
          {t.rich('item', { driver: () => <bdi key="driver">{sheet.driver}</bdi>, day })}
        </ScreenHeading>
      </div>
      <Button asChild className="self-start">
        <a
          href={installPath(installId, `/deliveries/${sheet.id}/print`)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Printer aria-hidden className="size-4" />
          {t('print')}
        </a>
      </Button>
      <SheetSummary sheet={sheet} answered={answered.length} refused={refused.length} collected={collected} />
      {sheet.note !== '' && (
        <p className="text-sm">
          <span className="text-ink-soft">{t('noteFor')}</span> <bdi>{sheet.note}</bdi>
        </p>
      )}
      {sheet.state === 'confirmed' && <DeliveryProblem outcome={write.outcome} />}
      {sheet.state === 'confirmed' && (
        <Banner
          ref={done}
          tone={
            sheet.isCashRefused || sheet.deletedPaid.length > 0 || sheet.notDelivered > 0 ? 'warn' : 'good'
          }
          title={t('confirm.done')}
          actions={
            <Button asChild>
              <Link
                href={installPath(installId, hasRun ? `/runs/${sheet.runId}` : '/activity')}
                prefetch={false}
              >
                {t(hasRun ? 'confirm.run' : 'confirm.activity')}
              </Link>
            </Button>
          }
        >
          <ConfirmedCash sheet={sheet} />
          <p>
            {sheet.notDelivered > 0
              ? t('confirm.notDelivered', { count: sheet.notDelivered })
              : t(hasRun ? 'confirm.doneOrders' : 'confirm.doneBody')}
          </p>
          {refused.length > 0 && (
            <RefusedOrders installId={installId} stops={refused} setFailed={actions.setFailed} />
          )}
        </Banner>
      )}
      {sheet.state === 'unfinished' && <Banner tone="warn" title={t('problem.unfinished')} />}
      <ShipFirst installId={installId} sheet={sheet} ship={actions.ship} />
      {isOpen && <DriverLink installId={installId} sheet={sheet} sharing={sharing} actions={actions} />}
      <StopList
        installId={installId}
        stops={results}
        isOpen={isOpen}
        isTried={isTried}
        onChange={(stopId, draft, dueMinor) =>
          input.change((now) => ({ ...now, [stopId]: { ...draft, dueMinor } }))
        }
      />
      <LazyLeaveGuard isTyped={drafts.some(({ stop, draft }) => isTypedDraft(stop, draft))} />
      {sheet.state !== 'confirmed' && (
        <div id="confirm" className="flex scroll-mt-20 flex-col items-start gap-2">
          {isOpen && <p className="text-sm text-ink-soft">{t('confirm.body')}</p>}
          {needsCash && <p className="text-sm text-warn">{t('confirm.needsCash')}</p>}
          {isWarned && (
            <p role="alert" className="text-sm text-warn">
              {t('confirm.unanswered', { count: unanswered })}
            </p>
          )}
          {!write.sending && <DeliveryProblem outcome={write.outcome} />}
          <Button
            variant="primary"
            pending={write.sending}
            disabled={needsCash || (isOpen && answered.length === 0)}
            onClick={submit}
            className="max-sm:w-full"
          >
            {isWarned
              ? t('confirm.pressAgain')
              : t(isOpen ? 'confirm.press' : 'confirm.continue', { count: answered.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Texts about the cash of a confirmed sheet. `others`: the amounts besides those of orders that the store deleted. */
const cashTexts = {
  refused: { all: 'cashRefused', others: 'cashRefusedOthers' },
  done: { all: 'doneCash', others: 'doneOtherCash' },
} as const;

/** Says whether the collected amounts of a confirmed sheet are in the cash notebook. */
function ConfirmedCash({ sheet: { stops, isCashRefused, deletedPaid } }: { sheet: SheetView }) {
  const t = useTranslations('deliveries.confirm');
  const paid = stops.filter(({ result }) => result?.answer === 'paid').length;
  return (
    <>
      {deletedPaid.map(({ number, paid: amount }) => (
        <p key={number}>
          {t.rich('deletedPaid', {
            number: () => <bdi key="number">{number}</bdi>,
            amount: () => <MoneyText key="amount" money={amount} />,
          })}
        </p>
      ))}
      {paid > deletedPaid.length && (
        <p>{t(cashTexts[isCashRefused ? 'refused' : 'done'][deletedPaid.length > 0 ? 'others' : 'all'])}</p>
      )}
    </>
  );
}

type SheetTarget = { installId: string; sheetId: string };
