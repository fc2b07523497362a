import { useTranslations } from 'next-intl';
import { MissingScope } from '@/components/ui/feedback/missing-scope';

/**
 * Explains beside a disabled control that orders:write is missing. The long text also says how to grant it; use it once
 * per page.
 */
export function WriteScopeNote({ long = false }: { long?: boolean }) {
  const t = useTranslations('orderPage.noPermission');
  return <MissingScope>{t(long ? 'long' : 'short')}</MissingScope>;
}
