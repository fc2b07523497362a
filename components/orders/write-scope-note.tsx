import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';

/** Beside what is off without orders:write: why, and how to get it. */
export function WriteScopeNote() {
  const t = useTranslations('orderPage');
  return (
    <p className="flex gap-2 text-sm text-ink-soft">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{t('noPermission')}</span>
    </p>
  );
}
