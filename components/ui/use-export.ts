'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useToast } from '@/components/ui/feedback/toast';

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

/**
 * Downloads a file after all of it has arrived, so that a broken transfer saves nothing. It uses fetch, because a link
 * download does not send the iframe's cookies. Returns whether it worked.
 */
async function downloadFile(path: string): Promise<boolean> {
  try {
    const response = await fetch(path);
    if (!response.ok) return false;
    const file = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = file;
    link.download = nameOf(response.headers.get('content-disposition'));
    link.click();
    // Some browsers start to read the URL only after this task.
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
    return true;
  } catch {
    return false;
  }
}

function nameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'export.csv' : decodeURIComponent(encoded);
}
