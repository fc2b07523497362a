import { SearchX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { WaysOn } from '@/components/frame/ways-on';
import { EmptyState } from '@/components/ui/feedback/empty-state';

/**
 * Shown if the order or the install does not exist, or if this session may not see it. Both cases look the same, so
 * that nobody learns what exists (S5).
 */
export default function PrintNotFound() {
  const t = useTranslations('problem.not_found');
  return (
    <EmptyState heading="h1" icon={<SearchX />} title={t('title')} actions={<WaysOn />}>
      {t('body')}
    </EmptyState>
  );
}
