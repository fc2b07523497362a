'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { messageFields } from '@/lib/quotes/fill-message';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import type { QuoteSettings, SaveSettings } from '@/components/ui/use-save-settings';

type QuoteSettingsCardProps = { installId: string; settings: QuoteSettings; save: SaveSettings };

const loadDialog = () => import('./quote-settings-dialog').then(({ QuoteSettingsDialog: dialog }) => dialog);

/**
 * Card on the settings screen with two quote settings. One is the text of the message that is sent with a quote link.
 * The other is the number of days for which customer data is stored.
 */
export function QuoteSettingsCard({ installId, settings, save }: QuoteSettingsCardProps) {
  const t = useTranslations('settings.quotes');
  const [current, setCurrent] = useState(settings);
  const [isOpen, setOpen] = useState(false);
  const mayChange = useRight('change_settings');
  const renderDialog = useLazy(loadDialog, isOpen, () => setOpen(false));
  return (
    <Card
      title={t('title')}
      aside={
        <Button disabled={!mayChange} pending={isOpen && !renderDialog} onClick={() => setOpen(true)}>
          {t('change')}
        </Button>
      }
    >
      <Facts
        facts={[
          ...(['ar', 'en'] as const).map((language) => ({
            label: t(`message.${language}`),
            value: (
              <p
                lang={language}
                dir={language === 'ar' ? 'rtl' : 'ltr'}
                className="leading-7 whitespace-pre-line"
              >
                <MessageWithNames message={current.quoteMessage[language]} />
              </p>
            ),
          })),
          { label: t('retention'), value: t('days', { count: current.quoteDataDays }) },
        ]}
      />
      <RoleNote needs="change_settings" />
      {isOpen &&
        renderDialog?.({
          installId,
          settings: current,
          save,
          onSaved: setCurrent,
          onClose: () => setOpen(false),
        })}
    </Card>
  );
}

/**
 * Shows a message text. Each placeholder, such as {name}, is replaced by a description of its value, such as "the
 * customer name".
 */
function MessageWithNames({ message }: { message: string }) {
  const t = useTranslations('quotes.settings.fields');
  // Because the regular expression has a group, `split` returns alternately the text between the placeholders and the
  // name of a placeholder.
  return message.split(/\{(\w+)\}/).map((part, place) => {
    if (place % 2 === 0) return part;
    const field = messageFields.find((known) => known === part);
    return field ? (
      <bdi key={place} className="rounded bg-sunken px-1 text-ink-soft">
        {t(field)}
      </bdi>
    ) : (
      `{${part}}`
    );
  });
}
