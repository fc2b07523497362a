import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';

const steps = ['stops', 'platform', 'deleted', 'back'] as const;

/**
 * Card that explains how to uninstall the app, and what then happens to the stored data
 * (lib/installs/purge-uninstalled.server.ts).
 */
export function DisconnectCard() {
  const t = useTranslations('settings.disconnect');
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-2 text-sm">
        <p>{t('how')}</p>
        <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-soft">
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
