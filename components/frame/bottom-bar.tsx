'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { installPath } from '@/lib/shared/install-path';

/** Screens with a form that has its own bar at the bottom. */
const forms = ['/orders/new'] as const;

/**
 * The navigation bar at the bottom of a phone, within reach of a thumb (U17). Other sticky elements are placed above it
 * (--bar).
 */
export function BottomBar({ installId, children }: { installId: string; children: ReactNode }) {
  const here = usePathname();
  if (forms.some((path) => here === installPath(installId, path))) return null;
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {children}
    </div>
  );
}
