'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { ScreenHeading } from '@/components/ui/screen-heading';
import type { SheetItem } from '@/lib/deliveries/delivery-view';
import { installPath } from '@/lib/shared/install-path';
import { dateParts } from '@/lib/shared/locale';

/** The newest delivery sheets, each with its day, driver, number of answers and state. */
export function SheetsScreen({ installId, sheets }: { installId: string; sheets: SheetItem[] }) {
  const t = useTranslations('deliveries');
  const format = useFormatter();
  const router = useRouter();
  useLiveChange(({ kind }) => {
    if (kind === 'delivery' || kind === 'many') router.refresh();
  });
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <ScreenHeading title={t('title')} />
      <p className="text-sm text-ink-soft">{t('hint')}</p>
      <Button asChild className="self-start">
        <Link href={installPath(installId, '/orders')} prefetch={false}>
          {t('chooseOrders')}
        </Link>
      </Button>
      <Card>
        {sheets.length === 0 ? (
          <p>{t('empty')}</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {sheets.map(({ id, day, driver, stops, answered, state }) => (
              <li key={id}>
                <Link
                  href={installPath(installId, `/deliveries/${id}`)}
                  prefetch={false}
                  className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                >
                  <span className="font-semibold">
                    {t.rich('item', {
                      driver: () => <bdi key="driver">{driver}</bdi>,
                      day: format.dateTime(new Date(`${day}T12:00:00Z`), { ...dateParts, timeZone: 'UTC' }),
                    })}
                  </span>
                  <span className="flex items-center gap-2 text-sm text-ink-soft">
                    {t('answered', { answered, all: stops })}
                    <Badge tone={state === 'confirmed' ? 'good' : state === 'open' ? 'info' : 'warn'}>
                      {t(`state.${state}`)}
                    </Badge>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
