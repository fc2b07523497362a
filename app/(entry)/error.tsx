'use client';

import { useTranslations } from 'next-intl';
import { EntryCard } from '@/components/entry/entry-card';

/** Error page, shown if an entry page (install, launch, reconnect) cannot be rendered. */
export default function EntryError() {
  const t = useTranslations('entry.error');
  return <EntryCard title={t('title')} body={t('body')} />;
}
