'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { noteRole } from '@/components/ui/newest-role';
import { useToast } from '@/components/ui/feedback/toast';
import type { ToastMessage } from '@/components/ui/feedback/toast-list';
import type { NoRight } from '@/lib/shared/roles/roles';

/**
 * Returns a function that downloads an export file. One toast shows the progress and then the result. Only one download
 * runs at a time. If the export has a search text, the text is in `body`, and the request uses POST. A search text must
 * not be in a URL (S8).
 */
export function useExport(): (path: string, body?: object) => void {
  const t = useTranslations('export');
  const tRight = useTranslations('problem.no_right');
  const toast = useToast();
  const isUnderWay = useRef(false);
  return (path, body) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const show = (message: ToastMessage) => toast({ ...message, key: 'export' });
    show({ tone: 'pending', text: t('preparing') });
    void downloadFile(path, body).then((outcome) => {
      isUnderWay.current = false;
      if (outcome.code === 'ready') show({ text: t('ready') });
      else if (outcome.code === 'busy')
        show({ tone: 'bad', text: t('busy', { seconds: outcome.waitSeconds }) });
      else if (outcome.code === 'no_right')
        show({ tone: 'bad', text: tRight('why', { role: tRight(`role.${outcome.role}`) }) });
      else show({ tone: 'bad', text: t(outcome.code) });
    });
  };
}

type Outcome = { code: 'ready' | 'nothing' | 'failed' } | { code: 'busy'; waitSeconds: number } | NoRight;

/**
 * Downloads a file, and saves it only when all of it has arrived. After an interrupted transfer, nothing is saved. The
 * request uses fetch, because a download through a link does not send the cookies of the iframe.
 *
 * The result is `nothing` if the server found nothing to export. The result is `busy` if the store has made too many
 * exports in the last minute. `waitSeconds` is then the time until the next export is possible.
 */
async function downloadFile(path: string, body: object | undefined): Promise<Outcome> {
  try {
    const posted = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    const response = await fetch(path, body && posted);
    if (response.status === 429)
      return { code: 'busy', waitSeconds: Number(response.headers.get('retry-after')) || 0 };
    if (response.status === 403) {
      const refusal = (await response.json()) as NoRight | { code: 'missing_scope' };
      noteRole(refusal);
      return refusal.code === 'no_right' ? refusal : { code: 'failed' };
    }
    if (response.status === 404) {
      const refusal = (await response.json()) as { code: string };
      return { code: refusal.code === 'nothing_found' ? 'nothing' : 'failed' };
    }
    if (!response.ok) return { code: 'failed' };
    const file = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = file;
    link.download = nameOf(response.headers.get('content-disposition'));
    link.click();
    // Some browsers read the file only after this function has returned. The URL of the file is therefore not revoked
    // now, but a minute later.
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
    return { code: 'ready' };
  } catch {
    return { code: 'failed' };
  }
}

function nameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'export.csv' : decodeURIComponent(encoded);
}
