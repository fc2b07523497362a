'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useRight } from '@/components/ui/role-context';
import type { SaveSettings } from '@/components/ui/use-save-settings';
import { type AppLocale, baseLocale, directionOf } from '@/lib/shared/locale';
import {
  fillTemplate,
  type MessageStep,
  messageSteps,
  type MessageTexts,
} from '@/lib/shared/messages/message-templates';
import { exampleValues, type ExampleStore } from './example-values';

type MessagesCardProps = {
  installId: string;
  messages: Record<MessageStep, MessageTexts>;
  store: ExampleStore;
  /** Language of the store, in which the card shows the messages. */
  language: AppLocale;
  save: SaveSettings;
};

const loadDialog = () => import('./message-dialog').then(({ MessageDialog }) => MessageDialog);

/** Card on the settings screen with the messages to customers. Each is shown with an example and can be changed. */
export function MessagesCard({ installId, messages, store, language, save }: MessagesCardProps) {
  const t = useTranslations('settings.messages');
  const [current, setCurrent] = useState(messages);
  const [edited, setEdited] = useState<MessageStep | null>(null);
  const mayChange = useRight('change_settings');
  const renderDialog = useLazy(loadDialog, edited !== null, () => setEdited(null));
  const shown = baseLocale(language);
  return (
    <Card title={t('title')}>
      <p className="text-sm text-ink-soft">{t('body')}</p>
      <ul className="mt-2 divide-y divide-line">
        {messageSteps.map((step) => (
          <li key={step} className="flex flex-col gap-1 py-3 last:pb-0">
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-sm font-semibold">{t(`step.${step}`)}</h3>
              <Button
                disabled={!mayChange}
                pending={edited === step && !renderDialog}
                aria-label={t('changeOne', { step: t(`step.${step}`) })}
                onClick={() => setEdited(step)}
              >
                {t('change')}
              </Button>
            </div>
            <p
              lang={shown}
              dir={directionOf(shown)}
              className="line-clamp-3 text-sm leading-6 break-words whitespace-pre-line text-ink-soft"
            >
              {fillTemplate(current[step][shown], exampleValues(store, shown), shown)}
            </p>
          </li>
        ))}
      </ul>
      <RoleNote needs="change_settings" />
      {edited !== null &&
        renderDialog?.({
          installId,
          step: edited,
          texts: current[edited],
          store,
          language: shown,
          save,
          onSaved: (texts) => setCurrent({ ...current, [edited]: texts }),
          onClose: () => setEdited(null),
        })}
    </Card>
  );
}
