import { useTranslations } from 'next-intl';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/**
 * Explains beside a disabled control that the app lacks the scope orders:write. With `long` it also says how to grant
 * the scope. Use `long` only once per page.
 */
export function WriteScopeNote({ long = false }: { long?: boolean }) {
  const t = useTranslations('orderPage.noPermission');
  return <MissingScope>{t(long ? 'long' : 'short')}</MissingScope>;
}
