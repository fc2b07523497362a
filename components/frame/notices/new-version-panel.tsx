'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { reloadPage, useNewVersion } from '@/components/ui/feedback/new-version';

/**
 * Content of NewVersionNotice. As long as the server has all actions that this page sends, the user may hide the notice
 * and continue. If the server does not have a requested action, the notice is shown again and can no longer be hidden.
 */
export function NewVersionPanel() {
  const t = useTranslations('problem');
  const [isHidden, setHidden] = useState(false);
  const version = useNewVersion();
  if (!version || (isHidden && version === 'available')) return null;
  return (
    // The notice is above dialogs, because the user may see the notice after trying to send a dialog. An open Radix
    // dialog disables pointer events outside the dialog, so the notice enables pointer events for itself.
    <div className="pointer-events-auto fixed inset-x-0 bottom-(--bar) z-50 p-3 sm:inset-x-auto sm:end-4 sm:bottom-[calc(1rem+var(--bar))] sm:max-w-md sm:p-0">
      <div className="rounded-card bg-surface shadow-float">
        <Banner
          tone={version === 'required' ? 'bad' : 'info'}
          title={t('new_version.title')}
          actions={
            <>
              <Button variant="primary" onClick={reloadPage}>
                {t('reopen')}
              </Button>
              {version === 'available' && (
                <Button onClick={() => setHidden(true)}>{t('new_version.later')}</Button>
              )}
            </>
          }
        >
          {t(`new_version.${version}`)}
        </Banner>
      </div>
    </div>
  );
}
