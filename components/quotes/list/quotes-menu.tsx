'use client';

import { ArrowLeftRight, Settings2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Menu } from '@/components/ui/overlay/menu';
import type { SaveRate } from '@/components/quotes/rate/rate-dialog';
import type { QuoteSettings, SaveSettings } from '@/components/ui/use-save-settings';

const QuoteSettingsDialog = dynamic(
  () => import('@/components/quotes/quote-settings-dialog').then(({ QuoteSettingsDialog: dialog }) => dialog),
  { ssr: false },
);

const RateFromList = dynamic(
  () => import('@/components/quotes/rate/rate-from-list').then(({ RateFromList: dialog }) => dialog),
  { ssr: false },
);

type QuotesMenuProps = {
  installId: string;
  settings: QuoteSettings;
  save: SaveSettings;
  saveRate: SaveRate;
};

/** Menu of the less frequent actions on the quote list. */
export function QuotesMenu({ installId, settings, save, saveRate }: QuotesMenuProps) {
  const t = useTranslations('quotes.menu');
  const [open, setOpen] = useState<'settings' | 'rate' | null>(null);
  const close = () => setOpen(null);
  // Quote settings as the user last saved them. The prop `settings` is not enough, because it still has the values from
  // the time when the page was opened.
  const [current, setCurrent] = useState(settings);
  return (
    <>
      <Menu
        label={t('label')}
        labelHidden
        entries={[
          {
            key: 'settings',
            label: t('settings'),
            detail: t('settingsDetail'),
            icon: <Settings2 aria-hidden />,
            onSelect: () => setOpen('settings'),
          },
          {
            key: 'rate',
            label: t('rate'),
            detail: t('rateDetail'),
            icon: <ArrowLeftRight aria-hidden />,
            onSelect: () => setOpen('rate'),
          },
        ]}
      />
      {open === 'rate' && <RateFromList installId={installId} save={saveRate} onClose={close} />}
      {open === 'settings' && (
        <QuoteSettingsDialog
          installId={installId}
          settings={current}
          save={save}
          onSaved={setCurrent}
          onClose={close}
        />
      )}
    </>
  );
}
