'use client';

import { EllipsisVertical } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { MenuEntry } from './menu-list';
import { useLazy } from './use-lazy';

type MenuProps = {
  label: string;
  /**
   * If true, the button shows no text, but only `icon`, or three dots without `icon`. Screen readers still read
   * `label`.
   */
  labelHidden?: boolean;
  icon?: ReactNode;
  variant?: ComponentProps<typeof Button>['variant'];
  disabled?: boolean;
  entries: MenuEntry[];
};

const loadList = () => import('./menu-list').then(({ MenuList }) => MenuList);

/**
 * Button that opens a list of actions. The code of the list is loaded when the pointer or the focus is first on the
 * button.
 */
export function Menu({ label, labelHidden, icon, variant, disabled, entries }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [isByKeyboard, setIsByKeyboard] = useState(false);
  const [wanted, setWanted] = useState(false);
  const buttonId = useId();
  const listId = useId();
  const renderList = useLazy(loadList, wanted, () => {
    setWanted(false);
    setOpen(false);
  });
  const isWaiting = open && !renderList;
  const prepare = () => setWanted(true);
  const show = (byKeyboard: boolean) => {
    prepare();
    setIsByKeyboard(byKeyboard);
    setOpen(true);
  };
  return (
    <span className="relative inline-flex">
      <Button
        id={buttonId}
        variant={variant}
        disabled={disabled}
        pending={isWaiting}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={renderList ? listId : undefined}
        aria-label={labelHidden ? label : undefined}
        className={labelHidden ? 'w-11 px-0!' : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        // A click event has `detail` 0 if it was made with the keyboard and not with a pointer.
        onClick={(event) => (open ? setOpen(false) : show(event.detail === 0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          show(true);
        }}
      >
        {!isWaiting && (icon ?? (labelHidden && <EllipsisVertical aria-hidden className="size-5" />))}
        {!labelHidden && label}
      </Button>
      {renderList?.({ id: listId, buttonId, isByKeyboard, open, onOpenChange: setOpen, entries })}
    </span>
  );
}
