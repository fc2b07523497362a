'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

/** Closed section with data that a merchant rarely needs, such as a request id or the hash of a text. */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  const t = useTranslations('ui');
  return (
    <details className="text-xs text-ink-soft">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center underline underline-offset-4">
        {t('technicalDetails')}
      </summary>
      <p className="break-words">{children}</p>
    </details>
  );
}
