'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';
import { useLiveChange } from '@/components/ui/feedback/live-context';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { installPath } from '@/lib/shared/install-path';
import { FileText } from './file-text';
import { XrayBlockEntry } from './xray-block-entry';
import { xrayOptions } from './xray-queries';

/**
 * X-ray: lists the parts of the current screen, each with its query, action, endpoint, patterns and files. The
 * list is read again after every write.
 */
export function XrayPanel({ installId, onClose }: { installId: string; onClose: () => void }) {
  const t = useTranslations('xray');
  const path = usePathname().slice(installPath(installId, '').length);
  const options = xrayOptions(installId, path);
  const read = useQuery(options);
  const queryClient = useQueryClient();
  useLiveChange(({ kind }) => {
    if (kind === 'operation' || kind === 'install' || kind === 'many')
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  return (
    <DialogPanel open onOpenChange={onClose} title={t('title')} description={t('description')}>
      {read.data ? (
        <div className="flex flex-col pb-4">
          {read.isRefetchError && (
            <p role="status" className="text-sm text-warn">
              {t('stale')}
            </p>
          )}
          <p className="pb-2">
            <FileText path={read.data.page} filesUrl={read.data.filesUrl} />
          </p>
          <ul className="flex flex-col divide-y divide-line border-t border-line">
            {read.data.blocks.map((block) => (
              <li key={block.name} data-xray={block.name}>
                <XrayBlockEntry block={block} filesUrl={read.data.filesUrl} />
              </li>
            ))}
          </ul>
        </div>
      ) : read.isPending ? (
        <ListSkeleton label={t('loading')} />
      ) : (
        <ReadProblem error={read.error} onRetry={() => void read.refetch()} />
      )}
    </DialogPanel>
  );
}
