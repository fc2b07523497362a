import { useTranslations } from 'next-intl';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';

/**
 * Says that settings were not saved, because another user has changed them since the form was opened. `stored`: the
 * stored values that the next save replaces.
 */
export function StaleSettings({ stored }: { stored: readonly string[] }) {
  const t = useTranslations('ui.settings');
  return (
    <OutcomeNote code="stale" isOutcomeUnknown={false}>
      <p>{t('stale')}</p>
      {stored.map((value) => (
        <p key={value} dir="auto" className="break-words whitespace-pre-line text-ink">
          {value}
        </p>
      ))}
      <p>{t('replace')}</p>
    </OutcomeNote>
  );
}
