'use client';

import { type ComponentType, type ReactElement, useState } from 'react';
import { useLazy } from '@/components/ui/overlay/use-lazy';

type SheetProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * A sheet whose code is fetched when it is first opened. It stays once it is there, closed, so that what was typed is
 * found again.
 */
export function useLazySheet<Props extends SheetProps>(
  load: () => Promise<ComponentType<Props>>,
): {
  show: () => void;
  /** It is on its way. */
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
