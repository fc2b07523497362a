'use client';

import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Dialog } from 'radix-ui';
import { startTransition, useRef } from 'react';
import { useDirection } from '@/components/ui/use-direction';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /**
   * Buttons at the bottom of the dialog. The first button must be one that changes nothing, such as Cancel.
   */
  actions?: ReactNode;
  children?: ReactNode;
  /** True if the top of the dialog stays in its place while the height of the content changes. */
  isTopFixed?: boolean;
};

/**
 * Content of Dialog. The backdrop is a plain element and not the overlay of Radix. That overlay adds a style sheet,
 * which the content security policy blocks. The file globals.css prevents scrolling of the page behind the dialog.
 */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  actions,
  children,
  isTopFixed = false,
}: DialogProps) {
  const t = useTranslations('ui');
  const dir = useDirection();
  const returnTo = useRef<HTMLElement[]>([]);
  return (
    // The dialog closes in a React transition. The screen therefore responds to the pressed key or button before React
    // renders the page behind the dialog again.
    <Dialog.Root open={open} onOpenChange={(next) => startTransition(() => onOpenChange(next))}>
      <Dialog.Portal>
        <div
          data-scroll-lock
          className="fixed inset-0 z-40 bg-veil motion-safe:transition-opacity motion-safe:starting:opacity-0"
        />
        <Dialog.Content
          dir={dir}
          className={clsx(
            'fixed inset-x-0 bottom-0 z-40 flex flex-col border-line bg-surface outline-none',
            // On a phone, a dialog without `children` only asks a question, so it covers only the bottom of
            // the screen.
            children ? 'max-sm:top-0' : 'max-sm:max-h-dvh max-sm:rounded-t-card max-sm:border-t',
            isTopFixed ? 'sm:mt-[12dvh]! sm:max-h-[80dvh]' : 'sm:max-h-[calc(100dvh-4rem)]',
            'sm:top-0 sm:m-auto sm:h-fit sm:max-w-lg sm:rounded-card sm:border sm:shadow-float',
          )}
          onOpenAutoFocus={() => {
            returnTo.current = withAncestors(opener(document.activeElement));
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusFirst(returnTo.current);
          }}
        >
          <header className="flex min-h-14 shrink-0 flex-col justify-center gap-0.5 py-3 ps-4 pe-16 sm:ps-5">
            <Dialog.Title className="text-lg font-bold">{title}</Dialog.Title>
            {description && (
              <Dialog.Description className="text-sm text-ink-soft">{description}</Dialog.Description>
            )}
          </header>
          {children && (
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-2 sm:px-5">
              {children}
            </div>
          )}
          {actions && (
            <footer className="mt-auto flex flex-wrap justify-end gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:px-5">
              {actions}
            </footer>
          )}
          {/* The close button is the last element in the DOM. The first field or button of the dialog therefore gets
              the focus, and not the close button. */}
          <Dialog.Close
            aria-label={t('close')}
            className="absolute end-2 top-1.5 grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Returns the element that gets the focus when the dialog closes. If a menu entry has opened the dialog, that
 * entry no longer exists, so the button of the menu gets the focus.
 */
function opener(focused: Element | null): HTMLElement | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (buttonId) return document.getElementById(buttonId);
  return focused instanceof HTMLElement ? focused : null;
}

/** Returns the element and all its ancestors, starting with the element. */
function withAncestors(element: HTMLElement | null): HTMLElement[] {
  return element ? [element, ...withAncestors(element.parentElement)] : [];
}

/**
 * Focuses the first element of the list that is still in the document. The list starts with the button that opened the
 * dialog, which may have been removed while the dialog was open. The focus then moves to an element near the place of
 * that button, and not to the top of the page.
 */
function focusFirst(elements: HTMLElement[]): void {
  const element = elements.find(({ isConnected }) => isConnected);
  if (element && element !== elements[0]) element.tabIndex = -1;
  element?.focus();
}
