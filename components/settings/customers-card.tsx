'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSaveSettings, type SaveSettings } from '@/components/ui/use-save-settings';
import { Card } from '@/components/ui/card';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { Checkbox } from '@/components/ui/form/checkbox';
import { useIsOff } from '@/components/ui/role-context';

type CustomersCardProps = {
  installId: string;
  isKept: boolean;
  /** Number of days for which name and phone of a customer are stored after the order was created. */
  days: number;
  save: SaveSettings;
};

/**
 * Card on the settings screen with one switch. The switch decides whether the app stores the customers of orders that
 * were not made in this app (D5).
 */
export function CustomersCard({ installId, isKept, days, save }: CustomersCardProps) {
  const t = useTranslations('settings.customers');
  const [isOn, setOn] = useState(isKept);
  const saving = useSaveSettings(installId, save);
  const isOff = useIsOff('change_settings', 'clients:read');
  const choose = async (next: boolean) => {
    setOn(next);
    if (!(await saving.save({ keepsCustomers: next }))) setOn(!next);
  };
  return (
    <Card title={t('title')}>
      <div id="customers" className="flex scroll-mt-36 flex-col gap-2">
        <p className="text-sm text-ink-soft">{t('body')}</p>
        <Checkbox
          label={t('label')}
          detail={t('detail', { days })}
          checked={isOn}
          disabled={isOff || saving.isSaving}
          aria-describedby={isOff ? 'customers-off' : undefined}
          onChange={(event) => void choose(event.target.checked)}
        />
        {isOff && (
          <MissingScope id="customers-off" needs="change_settings">
            {t('noScope')}
          </MissingScope>
        )}
        {saving.problem !== null && !saving.isSaving && (
          <OutcomeNote code={saving.problem} isOutcomeUnknown={saving.problem === 'no_answer'}>
            <p>{t(saving.problem === 'no_answer' ? 'outcomeUnknown' : 'failed')}</p>
          </OutcomeNote>
        )}
      </div>
    </Card>
  );
}
