'use client';

import { useFormatter, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { StepNote } from '@/components/cash/step-note';
import type { CashActions } from '@/components/cash/use-cash-write';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CurrencyName } from '@/components/ui/text/currency-name';
import { Banner } from '@/components/ui/feedback/banner';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { useToast } from '@/components/ui/feedback/toast';
import { useCopiedInput } from '@/components/ui/form/use-copied-input';
import { LazyLeaveGuard } from '@/components/ui/overlay/lazy-leave-guard';
import { MoneyText } from '@/components/ui/text/money-text';
import type { CashDayView, DayChange } from '@/lib/cash/day/day-view';
import { currencyKey } from '@/lib/shared/numbers/money';
import { draftsOf, isDaySaved, isDayTyped, restoreDay, type TypedDay } from './day-draft';
import { DayFigureList } from './day-figures';
import { dayDate, dayParts } from '@/lib/shared/store-day';
import { DayRecordCards, DayVersions } from './day-record';

// The code of the form that closes a day is loaded only for an open day or a correction. The code of the share buttons
// is loaded only for a closed day.
const CloseForm = dynamic(() => import('./close-form').then(({ CloseForm: form }) => form), {
  loading: () => <Skeleton className="h-200" />,
});
const ShareDay = dynamic(() => import('./share-day').then(({ ShareDay: share }) => share), {
  loading: () => <Skeleton className="h-24 sm:h-11" />,
});

type DayContentProps = {
  installId: string;
  storeName: string;
  view: CashDayView;
  /** Server action that closes the day; null if the user has no right to record cash. */
  close: CashActions['closeDay'] | null;
};

/** Shows the record of a closed day, or the form that closes or corrects the day. */
export function DayContent({ installId, storeName, view, close }: DayContentProps) {
  const t = useTranslations('cashDay');
  const format = useFormatter();
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const { day, record, figures } = view;
  // Version of the day's record that this user is correcting. If another user corrects the same version first, this
  // form closes.
  const [correcting, setCorrecting] = useState<number | null>(null);
  const input = useCopiedInput<TypedDay>(`daftar.day.1.${installId}.${day}`, (saved) => {
    const restored = close === null ? null : restoreDay(saved, view);
    // A correction that was typed before a reload is open again after it.
    if (restored) setCorrecting(restored.version);
    return restored;
  });
  const typed = input.value;
  const version = record?.version ?? 0;
  const isSaved = isDaySaved(typed, view);
  const isLate = typed !== null && record !== null && typed.version !== version && !isSaved;
  const mayClose = close !== null && figures.length > 0 && (record !== null || !view.isLaterClosed);
  const isCorrecting = mayClose && record !== null && correcting === record.version;
  const isFormShown = mayClose && (record === null || isCorrecting);
  const drafts = typed && (isLate || typed.version === version) ? typed.drafts : draftsOf(record);
  const step = isCorrecting ? 'correct' : record ? 'closed' : 'count';
  const end = () => {
    setCorrecting(null);
    heading.current?.focus();
  };
  const done = () => {
    toast({ text: t(record ? 'form.corrected' : 'form.closed') });
    input.forget();
    end();
  };
  // Each form makes its own id for the record that it sends. When the stored record gets a newer version, the form is
  // therefore replaced by a new form. A new form also shows the restored values, so that their currencies are unfolded.
  const form = close && (
    <CloseForm
      key={`${version} ${input.isRestored}`}
      installId={installId}
      day={day}
      figures={figures}
      replaces={record?.version ?? null}
      drafts={drafts}
      onDrafts={(next) => input.change(() => ({ version, drafts: next, sentId: null }))}
      onSend={(sentId) => input.change(() => ({ version, drafts, sentId }))}
      close={close}
      onDone={done}
      onCancel={
        record &&
        (() => {
          input.change(() => null);
          end();
        })
      }
    />
  );
  return (
    <section
      aria-labelledby="cash-day"
      data-cash-day={day}
      data-closed={record !== null}
      className="flex flex-col gap-4"
    >
      {/* The form disappears after the user has sent it, so the focus moves to this heading. */}
      <h2 id="cash-day" ref={heading} tabIndex={-1} className="text-lg font-bold">
        {format.dateTime(dayDate(day), dayParts)}
      </h2>
      {/* If there is no form, the text below explains why the day cannot be closed. */}
      {(record !== null || mayClose) && (
        <StepNote step={step === 'closed' ? 2 : 1} of={2} name={t(`step.${step}.name`)}>
          {t(`step.${step}.next`)}
        </StepNote>
      )}
      {isLate && (
        <Banner
          tone="warn"
          title={t('tooLate.title')}
          actions={
            !isFormShown && <Button onClick={() => input.change(() => null)}>{t('tooLate.discard')}</Button>
          }
        >
          {t('tooLate.body')}
        </Banner>
      )}
      {record && <Changes changes={view.changes} />}
      {record && !isCorrecting && (
        <>
          <DayVersions record={record} corrected={view.corrected} />
          <ShareDay installId={installId} storeName={storeName} record={record} />
          <DayRecordCards record={record} />
          {mayClose && (
            <Button className="self-start max-sm:w-full" onClick={() => setCorrecting(record.version)}>
              {t('correct')}
            </Button>
          )}
        </>
      )}
      {isFormShown && form}
      <LazyLeaveGuard isTyped={isFormShown && !isSaved && isDayTyped(drafts, view)} />
      {!record && !mayClose && (
        <>
          <p role="status" className="text-sm text-ink-soft">
            {t(figures.length === 0 ? 'tooOld' : view.isLaterClosed ? 'laterClosed' : 'mayNot')}
          </p>
          {figures.map((one) => (
            <Card key={currencyKey(one)} title={<CurrencyName code={one.currency} />}>
              <DayFigureList figures={one} />
            </Card>
          ))}
        </>
      )}
    </section>
  );
}

/**
 * Lists the parts of a closed day's record that no longer agree with the cash notebook. They differ because something
 * was posted, undone or corrected after the day was closed.
 */
function Changes({ changes }: { changes: readonly DayChange[] }) {
  const t = useTranslations('cashDay');
  if (changes.length === 0) return null;
  return (
    <div data-day-changes={changes.length}>
      <Banner tone="warn" title={t('changed.title')}>
        <p>{t('changed.body')}</p>
        <ul>
          {changes.map(({ part, was, now }) => (
            <li key={`${part} ${currencyKey(was)}`} data-changed={part}>
              {t.rich('changed.line', {
                part: t(`part.${part}`),
                was: () => <MoneyText key="was" money={was} />,
                now: () => <MoneyText key="now" money={now} />,
              })}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}
