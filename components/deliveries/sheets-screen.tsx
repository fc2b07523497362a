'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { MoneyText } from '@/components/ui/text/money-text';
import { type SheetItem, type SheetList, sheetsShown } from '@/lib/deliveries/delivery-view';
import { workOfSheet } from '@/lib/deliveries/sheet-work';
import { installPath } from '@/lib/shared/install-path';
import { dateParts } from '@/lib/shared/locale';
import { currencyKey } from '@/lib/shared/numbers/money';
import { AtMostText } from './at-most-text';
import { SheetWorkBadge } from './sheet-work-badge';

/** The newest delivery sheets, each with its day, driver, number of answers, collected cash and what to do next. */
export function SheetsScreen({ installId, sheets, isCut }: { installId: string } & SheetList) {
  const t = useTranslations('deliveries');
  const router = useRouter();
  useLiveChange(({ kind }) => {
    if (kind === 'delivery' || kind === 'cash' || kind === 'many') router.refresh();
  });
  return (
    <div className="flex w-full max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ScreenHeading title={t('title')} />
        <Button asChild variant="primary">
          <Link href={installPath(installId, '/orders')} prefetch={false}>
            {t('new.title')}
          </Link>
        </Button>
      </div>
      <p className="text-sm text-ink-soft">{t('hint')}</p>
      <Card>
        {sheets.length === 0 ? (
          <div className="flex flex-col gap-2 text-sm">
            <p className="font-semibold">{t('empty')}</p>
            <ol className="flex list-decimal flex-col gap-1 ps-5 text-ink-soft">
              {(['driver', 'orders', 'link', 'confirm'] as const).map((step) => (
                <li key={step}>{t(`start.${step}`)}</li>
              ))}
            </ol>
          </div>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {sheets.map((sheet) => (
              <SheetRow key={sheet.id} installId={installId} sheet={sheet} />
            ))}
          </ul>
        )}
      </Card>
      {isCut && <p className="text-sm text-ink-soft">{t('cut', { count: sheetsShown })}</p>}
    </div>
  );
}

/** One sheet of the list: driver and day, number of answers, collected cash, cash to collect, and what to do next. */
function SheetRow({ installId, sheet }: { installId: string; sheet: SheetItem }) {
  const t = useTranslations('deliveries');
  const format = useFormatter();
  const { id, day, driver, stops, answered, collected, toCollect } = sheet;
  const work = workOfSheet(sheet);
  return (
    <li data-sheet={id}>
      <Link
        href={installPath(installId, `/deliveries/${id}`)}
        prefetch={false}
        className="flex min-h-11 flex-col gap-1 py-3 text-sm"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="text-base font-semibold">
            {t.rich('item', {
              driver: () => <bdi key="driver">{driver}</bdi>,
              day: format.dateTime(new Date(`${day}T12:00:00Z`), { ...dateParts, timeZone: 'UTC' }),
            })}
          </span>
          <SheetWorkBadge work={work} />
        </span>
        <span className="flex flex-wrap items-baseline gap-x-4 text-ink-soft">
          <span>{t('answered', { answered, all: stops })}</span>
          {collected.length > 0 && (
            <span>
              {t('collected')}{' '}
              {collected.map((sum) => (
                <MoneyText key={currencyKey(sum)} money={sum} className="me-2" />
              ))}
            </span>
          )}
          {toCollect.length > 0 && (
            <span className="ms-auto flex flex-wrap items-baseline justify-end gap-x-2" data-to-collect>
              {t('toCollect')}
              {toCollect.map((sum) => (
                <span key={currencyKey(sum.money)} className="text-base font-bold text-ink">
                  <AtMostText {...sum} />
                </span>
              ))}
            </span>
          )}
        </span>
        {work !== 'done' && <span className="font-semibold">{t(`work.${work}.next`)}</span>}
      </Link>
    </li>
  );
}
