'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useToast } from '@/components/ui/feedback/toast';
import { downloadFile } from './download-file';

/** Downloads a file and shows the result; one download at a time. */
export function useExport(): (path: string) => void {
  const t = useTranslations('export');
  const toast = useToast();
  const isUnderWay = useRef(false);
  return (path) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    toast({ text: t('preparing') });
    void downloadFile(path).then((isThere) => {
      isUnderWay.current = false;
      toast(isThere ? { text: t('ready') } : { tone: 'bad', text: t('failed') });
    });
  };
}
