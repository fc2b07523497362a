'use client';

import { useTranslations } from 'next-intl';
import { EntryCard } from '@/components/entry/entry-card';

/** Shown if an entry page fails. */
export default function EntryError() {
  const t = useTranslations('entry.error');
  return <EntryCard title={t('title')} body={t('body')} />;
}
