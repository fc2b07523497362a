'use client';

import { usePathname } from 'next/navigation';
import { lazy, Suspense } from 'react';
import { useStoreTrouble } from '@/components/ui/feedback/live-context';
import { installPath } from '@/lib/shared/install-path';

// The code of the panel is loaded only if there is a problem, so that the first load of every page stays small. Until
// the code is loaded, or if it cannot be loaded, the notice is not shown, and the page stays usable.
const StoreNoticePanel = lazy(() =>
  import('./store-notice-panel').then(
    ({ StoreNoticePanel: panel }) => ({ default: panel }),
    () => ({ default: () => null }),
  ),
);

/**
 * Notice below the top row while changes in the store reach the mirror (our copy of the store's data) late or not at
 * all. The notice is not shown on the Connection screen, because that screen shows more about the problem.
 */
export function StoreNotice({ installId }: { installId: string }) {
  const trouble = useStoreTrouble();
  const isThere = usePathname().startsWith(installPath(installId, '/connection'));
  return (
    <div role="status">
      {trouble && !isThere && (
        <Suspense>
          <StoreNoticePanel installId={installId} trouble={trouble} />
        </Suspense>
      )}
    </div>
  );
}
