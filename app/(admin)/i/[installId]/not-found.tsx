import { SearchX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { WaysOn } from '@/components/frame/ways-on';
import { EmptyState } from '@/components/ui/feedback/empty-state';

/**
 * Shown if the order or the install does not exist, or if this session has no access to it. Both cases show
 * the same page, so that nobody can find out which orders and installs exist (S5).
 */
export default function InstallNotFound() {
  const t = useTranslations('problem.not_found');
  return (
    <EmptyState heading="h1" icon={<SearchX />} title={t('title')} actions={<WaysOn />}>
      {t('body')}
    </EmptyState>
  );
}
