'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';

/** Request ids of the platform, which a user can give to the platform's support. */
export function RequestIds({ ids }: { ids: string[] }) {
  const t = useTranslations('orderPage.technical');
  return (
    <ul className="flex flex-col">
      {ids.map((id) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <bdi dir="ltr" className="font-mono text-xs break-all select-all">
            {id}
          </bdi>
          <CopyButton text={id} label={t('copy')} />
        </li>
      ))}
    </ul>
  );
}
