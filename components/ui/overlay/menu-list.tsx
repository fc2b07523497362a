'use client';

import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import Link from 'next/link';
import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useCallback, useState } from 'react';
import { useDirection } from '@/components/ui/use-direction';

export type MenuEntry = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** URL of an entry that is a link. An entry without `href` calls `onSelect`. */
  href?: string;
  /** If true, the link opens in a new tab, which gets no access to this tab. */
  newTab?: boolean;
  onSelect?: () => void;
  disabled?: boolean;
  /** Second line of a menu entry: why it is disabled, or what it does. */
  detail?: ReactNode;
  /** Style of an entry for a destructive action. */
  danger?: boolean;
  /** If true, a separator line above the entry shows that a new group of entries starts here. */
  divided?: boolean;
  /** Heading above the entry. It names the group that begins with this entry. */
  heading?: string;
  /** Entries that are seldom needed. A press on this entry shows or hides them below it; the menu stays open. */
  folded?: MenuEntry[];
};

type MenuListProps = {
  id: string;
  buttonId: string;
  /**
   * True if the menu was opened with the keyboard. This component then moves the focus to the first entry.
   * Radix cannot move the focus, because the key was pressed before the code of Radix was loaded.
   */
  isByKeyboard: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  entries: MenuEntry[];
};

/**
 * List of entries of a Menu. Radix is loaded later than the visible button of the menu, so that button cannot be the
 * trigger of Radix. The trigger is an invisible element, from which Radix only calculates the position of the list. The
 * menu is not modal, because a modal menu adds a style sheet that the content security policy blocks.
 */
export function MenuList({ id, buttonId, isByKeyboard, open, onOpenChange, entries }: MenuListProps) {
  const focusFirst = useCallback(
    (list: HTMLElement | null) => {
      if (isByKeyboard) list?.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus();
    },
    [isByKeyboard],
  );
  const button = () => document.getElementById(buttonId);
  return (
    <DropdownMenu.Root dir={useDirection()} open={open} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={focusFirst}
          id={id}
          aria-labelledby={buttonId}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] min-w-48 overflow-y-auto rounded-card border border-line bg-surface p-1 text-ink shadow-float outline-none"
          onInteractOutside={(event) => {
            // A press on the button of the menu closes the menu. Radix would treat the same press as a press outside
            // the menu, so this event is cancelled for Radix.
            if (event.target instanceof Node && button()?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // After the menu has closed, the focus returns to the button of the menu. If the user has pressed another
            // element in the meantime, that element keeps the focus.
            if (document.activeElement === document.body) button()?.focus();
          }}
        >
          {groupsOf(entries).map((group) => (
            <Group key={group[0]?.key} entries={group} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Splits the entries into groups. An entry with a heading, or with folded entries, starts a new group. */
function groupsOf(entries: MenuEntry[]): MenuEntry[][] {
  const groups: MenuEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group && entry.heading === undefined && !entry.folded) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function Group({ entries }: { entries: MenuEntry[] }) {
  const heading = entries[0]?.heading;
  return (
    <DropdownMenu.Group
      aria-label={heading}
      className="not-first:mt-1 not-first:border-t not-first:border-line"
    >
      {heading !== undefined && (
        <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-soft">
          {heading}
        </DropdownMenu.Label>
      )}
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
    </DropdownMenu.Group>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { folded } = entry;
  const content = (
    <>
      {entry.icon}
      <span className="flex min-w-0 flex-col">
        <span>{entry.label}</span>
        {entry.detail && <span className="text-xs font-normal text-ink-soft">{entry.detail}</span>}
      </span>
      {folded && <ChevronDown aria-hidden className={clsx('ms-auto', isUnfolded && 'rotate-180')} />}
    </>
  );
  return (
    <>
      {entry.divided && <DropdownMenu.Separator className="my-1 border-t border-line" />}
      <DropdownMenu.Item
        asChild={entry.href !== undefined}
        disabled={entry.disabled}
        aria-expanded={folded && isUnfolded}
        onSelect={(event) => {
          if (!folded) return entry.onSelect?.();
          event.preventDefault();
          setUnfolded(!isUnfolded);
        }}
        className={clsx(
          'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm font-medium -outline-offset-2',
          'data-disabled:cursor-not-allowed data-disabled:text-ink-soft data-highlighted:bg-sunken',
          '[&_svg]:size-4.5 [&_svg]:shrink-0',
          entry.danger && 'text-bad',
        )}
      >
        {entry.href === undefined ? (
          content
        ) : entry.newTab ? (
          <a href={entry.href} target="_blank" rel="noopener">
            {content}
          </a>
        ) : (
          <Link href={entry.href} prefetch={false}>
            {content}
          </Link>
        )}
      </DropdownMenu.Item>
      {folded && isUnfolded && groupsOf(folded).map((group) => <Group key={group[0]?.key} entries={group} />)}
    </>
  );
}
