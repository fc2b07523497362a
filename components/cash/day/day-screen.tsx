'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import type { CashActions } from '@/components/cash/use-cash-write';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Banner } from '@/components/ui/feedback/banner';
import { useLiveRead } from '@/components/ui/live/use-live-read';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useRight, useRole } from '@/components/ui/role-context';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { useUrlState } from '@/components/ui/list/use-url-state';
import { dayPath, readDayUrl } from '@/lib/cash/day/day-url';
import type { CashDayView } from '@/lib/cash/day/day-view';
import { installPath } from '@/lib/shared/install-path';
import { cashKeys } from '@/lib/shared/read-keys';
import { ClosedDays } from './closed-days';
import { DayContent } from './day-content';
import { dayDate, dayParts } from '@/lib/shared/store-day';
import { cashDayOptions } from './day-queries';

type DayScreenProps = {
  installId: string;
  storeName: string;
  /** The day that the screen shows if the URL names no day. It is the day on which the screen was opened. */
  openedOn: string;
  close: CashActions['closeDay'];
};

/**
 * Screen of a store day: its figures, the form that closes the day, the record of the day, and the last closed days.
 */
export function DayScreen({ installId, storeName, openedOn, close }: DayScreenProps) {
  const t = useTranslations('cashDay');
  const { state: filters, change } = useUrlState(installId, readDayUrl, dayPath);
  // The day of this screen stays the same after midnight, although the server then sends the page of the next day. If
  // the day changed, the typed amounts would be lost or stored for another day.
  const [firstDay] = useState(openedOn);
  const day = filters.day ?? firstDay;
  const read = useQuery(cashDayOptions(installId, day));
  const [mayPost, maySee, role] = [useRight('post_cash'), useRight('see_cash'), useRole()];
  useLiveRead(cashKeys.all(installId), ({ kind }) => kind === 'cash' || kind === 'order' || kind === 'many');
  if (!maySee) return <RoleForbidden role={role} installId={installId} />;
  const view = read.data;
  return (
    <div className="flex w-full max-w-3xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <BackLink href={installPath(installId, '/cash')}>{t('back')}</BackLink>
        <ScreenHeading title={t('title')} />
      </div>
      <DayField day={day} today={view?.today} onDay={(next) => change(() => ({ day: next }), 'push')} />
      {read.isRefetchError && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void read.refetch()}>{t('retry')}</Button>}
        />
      )}
      {view ? (
        <>
          {mayPost && <OpenDays installId={installId} view={view} />}
          {/* The key gives each day its own form, so that another day begins with an empty form. */}
          <DayContent
            key={view.day}
            installId={installId}
            storeName={storeName}
            view={view}
            close={mayPost ? close : null}
          />
          <Card title={t('closed.title')}>
            <ClosedDays installId={installId} closed={view.closed} />
          </Card>
        </>
      ) : read.isError ? (
        <ReadProblem error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </div>
  );
}

type DayFieldProps = { day: string; today: string | undefined; onDay: (day: string) => void };

/** Input for the day that the screen shows. While the user types an incomplete date, the screen does not change. */
function DayField({ day, today, onDay }: DayFieldProps) {
  const t = useTranslations('cashDay');
  const input = useRef<HTMLInputElement>(null);
  // The date input is not controlled by React, because a controlled input would lose what the user types before the
  // date is complete.
  useEffect(() => {
    if (input.current && input.current.value !== day) input.current.value = day;
  }, [day]);
  return (
    <Field label={t('day')} className="max-w-60">
      {(control) => (
        <Input
          {...control}
          ref={input}
          type="date"
          max={today}
          defaultValue={day}
          onChange={({ target }) => {
            const isDay = /^20\d\d-/.test(target.value) && target.validity.valid;
            if (isDay && target.value !== day) onDay(target.value);
          }}
        />
      )}
    </Field>
  );
}

/**
 * Links to earlier days that have entries and are not closed yet. An earlier day must be closed before this day is
 * closed; later it can no longer be closed.
 */
function OpenDays({ installId, view }: { installId: string; view: CashDayView }) {
  const t = useTranslations('cashDay.openDays');
  const format = useFormatter();
  if (view.record || view.openDays.length === 0) return null;
  return (
    <Banner
      tone="warn"
      title={t('title')}
      actions={view.openDays.map((day) => (
        <Button key={day} asChild>
          <Link href={installPath(installId, dayPath({ day }))} prefetch={false}>
            {format.dateTime(dayDate(day), dayParts)}
          </Link>
        </Button>
      ))}
    >
      {t('body')}
    </Banner>
  );
}
