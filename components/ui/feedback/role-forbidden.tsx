import { Lock } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { installPath } from '@/lib/shared/install-path';
import type { Role } from '@/lib/shared/roles/roles';
import { EmptyState } from './empty-state';

/**
 * Shown instead of a page if the user's role lacks the right that the page needs (S35). It says why, and links to the
 * orders list.
 */
export function RoleForbidden({ role, installId }: { role: Role; installId: string }) {
  const t = useTranslations('problem.no_right');
  return (
    <div data-no-right>
      <EmptyState
        heading="h1"
        icon={<Lock />}
        title={t('title')}
        actions={
          <Button asChild variant="primary">
            <Link href={installPath(decodeURIComponent(installId), '/orders')}>{t('back')}</Link>
          </Button>
        }
      >
        {t('why', { role: t(`role.${role}`) })}
      </EmptyState>
    </div>
  );
}
