'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';

/**
 * While something is typed and not saved, a link asks before it leads away, and so does the browser before the tab is
 * left. The question is a dialog of ours: inside an iframe of another origin browsers show none.
 */
export function LeaveGuard() {
  const t = useTranslations('orderPage.leave');
  const router = useRouter();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const path = pathOf(event);
      if (path === null) return;
      event.preventDefault();
      // Nor do the guards of other forms: one question is enough.
      event.stopImmediatePropagation();
      setLeavingTo(path);
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    // Before the link itself hears of it.
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
            look="danger"
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

/** Where a click leads within this window, or null. */
function pathOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return null;
  const url = new URL(link.href);
  const isElsewhere = url.origin !== window.location.origin || url.protocol === 'blob:';
  // A place on this page is no leaving.
  if (isElsewhere || url.pathname + url.search === window.location.pathname + window.location.search)
    return null;
  return url.pathname + url.search + url.hash;
}
