'use client';

import { type ComponentType, type ReactElement, useState } from 'react';
import { useLazy } from '@/components/ui/overlay/use-lazy';

type SheetProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * A sheet that loads its code when it is first opened. After closing it stays mounted, so that typed values are still
 * there.
 */
export function useLazySheet<Props extends SheetProps>(
  load: () => Promise<ComponentType<Props>>,
): {
  show: () => void;
  /** True while the sheet's code is loading. */
  isComing: boolean;
  render: (props: Omit<Props, keyof SheetProps>) => ReactElement | null;
} {
  const [open, onOpenChange] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const renderSheet = useLazy(load, isWanted, () => {
    setWanted(false);
    onOpenChange(false);
  });
  return {
    show: () => {
      setWanted(true);
      onOpenChange(true);
    },
    isComing: open && !renderSheet,
    render: (props) => renderSheet && renderSheet({ ...props, open, onOpenChange } as Props),
  };
}
