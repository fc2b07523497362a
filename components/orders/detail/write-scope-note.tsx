import { useTranslations } from 'next-intl';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/** Beside what is off without orders:write: why; once on the page at length, with how to get it. */
export function WriteScopeNote({ long = false }: { long?: boolean }) {
  const t = useTranslations('orderPage.noPermission');
  return <MissingScope>{t(long ? 'long' : 'short')}</MissingScope>;
}
