'use client';

import { usePathname } from 'next/navigation';
import { installPath } from '@/lib/shared/install-path';
import { Navigation } from './navigation';

/** Where a form has the foot of the screen for itself. */
const forms = ['/orders/new'] as const;

/** The screens at the foot of a phone, within reach of a thumb; what else sticks there stands above it (--bar). */
export function BottomBar({ installId }: { installId: string }) {
  const here = usePathname();
  if (forms.some((path) => here === installPath(installId, path))) return null;
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <Navigation
        installId={installId}
        className="flex h-14 gap-1 px-2 py-1"
        linkClassName="flex-1 justify-center gap-1.5 rounded-control px-2"
      />
    </div>
  );
}
