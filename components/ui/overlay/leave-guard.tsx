'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { pathOfClick } from '@/components/ui/path-of-click';

/**
 * Asks for confirmation before the user leaves the page with unsaved text. When the user presses a link, our
 * own dialog asks, because browsers show no dialog for an iframe of another origin.
 */
export function LeaveGuard() {
  const t = useTranslations('ui.leave');
  const router = useRouter();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const clicked = pathOfClick(event);
      if (!clicked) return;
      event.preventDefault();
      // Several forms on the page may have a LeaveGuard, and each has a listener for clicks. This call keeps the click
      // from the remaining listeners, so that the user is asked only once.
      event.stopImmediatePropagation();
      setLeavingTo(clicked.path);
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    // The listener runs in the capture phase, so it receives the click before the link does.
    window.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      window.removeEventListener('click', onClick, { capture: true });
    };
  }, []);

  return (
    <Dialog
      open={leavingTo !== null}
      onOpenChange={(open) => open || setLeavingTo(null)}
      title={t('title')}
      description={t('body')}
      actions={
        <>
          <Button onClick={() => setLeavingTo(null)}>{t('stay')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              setLeavingTo(null);
              if (leavingTo !== null) router.push(leavingTo);
            }}
          >
            {t('leave')}
          </Button>
        </>
      }
    />
  );
}
