import { Lock } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { installPath } from '@/lib/shared/install-path';
import type { Role } from '@/lib/shared/roles/roles';
import { EmptyState } from './empty-state';

/** Page for a person whose role lacks the right to the page: why, and a way back (S35). */
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
