'use client';

import { type ComponentType, type ReactElement, useState } from 'react';
import { useLazy } from '@/components/ui/overlay/use-lazy';

type SheetProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * Manages a dialog (sheet) whose code is loaded when the dialog is first opened. A closed dialog stays mounted, so that
 * the typed values are still there when it opens again.
 */
export function useLazySheet<Props extends SheetProps>(
  load: () => Promise<ComponentType<Props>>,
): {
  show: () => void;
  /** True while the code of the dialog is loading. */
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
