import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';

/** Beside what is off without orders:write: why; once on the page at length, with how to get it. */
export function WriteScopeNote({ long = false }: { long?: boolean }) {
  const t = useTranslations('orderPage.noPermission');
  return (
    <p className="flex gap-2 text-sm text-ink-soft">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{t(long ? 'long' : 'short')}</span>
    </p>
  );
}
