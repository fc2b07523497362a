'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useRight } from '@/components/ui/role-context';
import type { RenewQuotes, RenewSharing } from './renew-dialog';

type MovedBannerProps = {
  installId: string;
  /** Number of quotes whose price must be updated; 0 hides the banner. */
  count: number;
  renew: RenewQuotes;
  sharing: RenewSharing;
};

const loadDialog = () => import('./renew-dialog').then(({ RenewDialog: dialog }) => dialog);

/**
 * Banner above the list of quotes with the number of quotes whose price must be updated. Its button updates the prices
 * (renews the quotes).
 */
export function MovedBanner({ installId, count, renew, sharing }: MovedBannerProps) {
  const t = useTranslations('quotes.renew');
  const mayAgree = useRight('agree_prices');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const renderDialog = useLazy(loadDialog, isOpen, close);
  // The dialog must stay open after the last quote was renewed, because it contains the links for the messages to the
  // customers. It is therefore rendered even if `count` is 0.
  return (
    <>
      {count > 0 && (
        <Banner
          tone="warn"
          title={t('banner', { count })}
          actions={
            mayAgree && (
              <Button pending={isOpen && !renderDialog} onClick={() => setOpen(true)}>
                {t('open')}
              </Button>
            )
          }
        />
      )}
      {isOpen && renderDialog?.({ installId, renew, sharing, onClose: close })}
    </>
  );
}
