import { SearchX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/feedback/empty-state';

/** No such order, or no such install for this session: to the reader these are the same. */
export default function InstallNotFound() {
  const t = useTranslations('problem.not_found');
  return (
    <EmptyState heading="h1" icon={<SearchX />} title={t('title')}>
      {t('body')}
    </EmptyState>
  );
}
