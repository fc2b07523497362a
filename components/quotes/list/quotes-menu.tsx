'use client';

import { Settings2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Menu } from '@/components/ui/overlay/menu';
import type { QuoteSettings, SaveSettings } from '@/components/ui/use-save-settings';

const QuoteSettingsDialog = dynamic(
  () => import('@/components/quotes/quote-settings-dialog').then(({ QuoteSettingsDialog: dialog }) => dialog),
  { ssr: false },
);

type QuotesMenuProps = { installId: string; settings: QuoteSettings; save: SaveSettings };

/** Menu of the less frequent actions on the quote list. */
export function QuotesMenu({ installId, settings, save }: QuotesMenuProps) {
  const t = useTranslations('quotes.menu');
  const [isOpen, setIsOpen] = useState(false);
  // Quote settings as this user last saved them. The prop `settings` has only the values that were current
  // when the page opened.
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
            onSelect: () => setIsOpen(true),
          },
        ]}
      />
      {isOpen && (
        <QuoteSettingsDialog
          installId={installId}
          settings={current}
          save={save}
          onSaved={setCurrent}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
