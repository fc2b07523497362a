'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useRight } from '@/components/ui/role-context';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { RateView } from '@/lib/quotes/rate/rate-view';
import type { SaveRate } from './rate-dialog';
import { RateText } from './rate-text';

type RatesCardProps = { installId: string; rates: RateView[]; save: SaveRate };

const loadDialog = () => import('./rate-dialog').then(({ RateDialog: dialog }) => dialog);

/**
 * Card on the settings screen with the store's exchange rates. A quote with a rate limit can be accepted only while the
 * rate stays inside the limit.
 */
export function RatesCard({ installId, rates, save }: RatesCardProps) {
  const t = useTranslations('quotes.rate');
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const mayChange = useRight('change_settings');
  const renderDialog = useLazy(loadDialog, isOpen, () => setOpen(false));
  const [first, ...others] = rates;
  if (!first) return null;
  return (
    <Card
      title={t('title')}
      aside={
        <Button disabled={!mayChange} pending={isOpen && !renderDialog} onClick={() => setOpen(true)}>
          {t('change')}
        </Button>
      }
    >
      <p className="text-sm text-ink-soft">{t('body')}</p>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {rates.map((pair) => (
          <li key={`${pair.one} ${pair.other}`} className="flex flex-wrap items-baseline gap-x-3">
            {pair.rate && pair.changedAt ? (
              <>
                <span className="font-semibold">
                  <RateText rate={{ ...pair, rate: pair.rate }} />
                </span>
                <span className="text-xs text-ink-soft">
                  <RelativeTime at={pair.changedAt} />
                  {pair.changedBy && (
                    <>
                      <span aria-hidden> · </span>
                      <bdi>{pair.changedBy}</bdi>
                    </>
                  )}
                </span>
              </>
            ) : (
              <span className="text-ink-soft">
                <bdi dir="ltr">{`${pair.one} / ${pair.other}`}</bdi>: {t('none')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <RoleNote needs="change_settings" />
      {isOpen &&
        renderDialog?.({
          installId,
          rates: [first, ...others],
          save,
          onChanged: () => router.refresh(),
          onClose: () => setOpen(false),
        })}
    </Card>
  );
}
