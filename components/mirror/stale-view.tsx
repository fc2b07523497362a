'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';

/**
 * Banner that says that the numbers about the mirror (our copy of the store's data) could not be read again. The screen
 * still shows the last values.
 */
export function StaleView({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('connection');
  return (
    <Banner tone="warn" title={t('stale')} actions={<Button onClick={onRetry}>{t('refresh')}</Button>} />
  );
}
