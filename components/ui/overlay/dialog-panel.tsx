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
  /** Buttons at the bottom, the harmless one first. */
  actions?: ReactNode;
  children?: ReactNode;
};

/**
 * Content of Dialog. The overlay is a plain element, because Radix's overlay adds a style sheet that the content
 * security policy refuses. globals.css stops the page behind from scrolling.
 */
export function DialogPanel({ open, onOpenChange, title, description, actions, children }: DialogProps) {
  const t = useTranslations('ui');
  const dir = useDirection();
  const returnTo = useRef<HTMLElement | null>(null);
  return (
    // A transition: the closing key or press responds before the page behind renders again.
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
            // A dialog with only a question does not need the whole screen.
            children ? 'max-sm:top-0' : 'max-sm:max-h-dvh max-sm:rounded-t-card max-sm:border-t',
            'sm:top-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-4rem)] sm:max-w-lg sm:rounded-card sm:border sm:shadow-float',
          )}
          onOpenAutoFocus={() => {
            returnTo.current = opener(document.activeElement);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnTo.current?.focus();
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
          {/* Last in DOM order, so that the first field or button gets the focus. */}
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

/** Element that gets the focus back. A menu entry no longer exists by then, so it is the button of the menu. */
function opener(focused: Element | null): HTMLElement | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (buttonId) return document.getElementById(buttonId);
  return focused instanceof HTMLElement ? focused : null;
}
