import { useTranslations } from 'next-intl';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import type { Right } from '@/lib/shared/roles/roles';

/**
 * Explains beside a disabled control what is missing: the scope orders:write of the app, or the right `needs` of the
 * user's role. If `long` is true, the text also says how to grant the scope. Show the long text once per page.
 */
export function WriteScopeNote({ needs, long = false }: { needs: Right; long?: boolean }) {
  const t = useTranslations('orderPage.noPermission');
  return <MissingScope needs={needs}>{t(long ? 'long' : 'short')}</MissingScope>;
}
