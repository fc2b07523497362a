'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { installPath } from '@/lib/shared/install-path';

/**
 * Paths of the screens with a long form. The form has a bar of its own at the bottom, in the place of the navigation
 * bar.
 */
const forms = /^\/(?:orders\/new|quotes\/[^/]+\/edit)$/;

/**
 * Navigation bar at the bottom of a narrow screen, where a thumb can reach it (U17). The CSS variable --bar
 * is its height. Other sticky elements use this variable to stay above the bar.
 */
export function BottomBar({ installId, children }: { installId: string; children: ReactNode }) {
  const here = usePathname();
  if (forms.test(here.slice(installPath(installId, '').length))) return null;
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {children}
    </div>
  );
}
