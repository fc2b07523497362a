'use client';

import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Toast } from 'radix-ui';
import { Button } from '@/components/ui/button';
import { Spinner } from './spinner';
import { useDirection } from '@/components/ui/use-direction';

/**
 * How long a toast is shown, in milliseconds: long enough to read one line, or to decide whether to press its button.
 * The timer pauses while the pointer or the focus is on the toast.
 */
const shownMs = 6_000;
const shownWithActionMs = 12_000;

const hotkey = 'F8';

export type ToastMessage = {
  text: ReactNode;
  /** `pending` is for a toast about work that is not finished. Such a toast stays until another toast replaces it. */
  tone?: 'good' | 'bad' | 'pending';
  /** A new toast replaces the earlier toast with the same key, in the same place. */
  key?: string;
  /** Button in the toast, such as Undo. */
  action?: { label: string; onPress: () => void };
};

export type ShownToast = ToastMessage & { id: number };

type ToastListProps = { toasts: ShownToast[]; onGone: (id: number) => void };

/**
 * List of the toasts on the screen, newest last. On a phone, the list is above the bars at the bottom. On a wide
 * screen, the list is in the middle, where it covers neither the first column nor the totals of a table.
 */
export function ToastList({ toasts, onGone }: ToastListProps) {
  const t = useTranslations('ui.toast');
  const dir = useDirection();
  return (
    <Toast.Provider label={t('label')} swipeDirection="down">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onGone={() => onGone(toast.id)} />
      ))}
      <Toast.Viewport
        dir={dir}
        hotkey={[hotkey]}
        label={t('list', { hotkey })}
        className="fixed inset-x-0 bottom-0 z-50 m-3 flex flex-col gap-2 rounded-card max-sm:mb-[calc(5rem+var(--bar))] sm:mx-auto sm:mb-[calc(0.75rem+var(--bar))] sm:w-96"
      />
    </Toast.Provider>
  );
}

function ToastCard({ toast, onGone }: { toast: ShownToast; onGone: () => void }) {
  const t = useTranslations('ui');
  const { tone = 'good', text, action } = toast;
  return (
    <Toast.Root
      type="background"
      duration={tone === 'pending' ? Infinity : action ? shownWithActionMs : shownMs}
      onOpenChange={(open) => open || onGone()}
      className="flex items-center gap-2 rounded-card border border-line bg-surface py-1 ps-4 pe-1 text-ink shadow-float data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y) motion-safe:transition motion-safe:starting:translate-y-2 motion-safe:starting:opacity-0"
    >
      <ToneIcon tone={tone} />
      <Toast.Description className="min-w-0 flex-1 py-2 text-sm">{text}</Toast.Description>
      {action && (
        <Toast.Action asChild altText={t('toast.reach', { action: action.label, hotkey })}>
          <Button variant="quiet" onClick={action.onPress}>
            {action.label}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close
        aria-label={t('close')}
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4.5" />
      </Toast.Close>
    </Toast.Root>
  );
}

function ToneIcon({ tone }: { tone: NonNullable<ToastMessage['tone']> }) {
  if (tone === 'pending') return <Spinner />;
  return tone === 'bad' ? (
    <CircleAlert aria-hidden className="size-5 shrink-0 text-bad" />
  ) : (
    <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
  );
}
