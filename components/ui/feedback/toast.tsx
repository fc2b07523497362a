'use client';

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { ShownToast, ToastMessage } from './toast-list';

const shownMax = 3;

const loadList = () => import('./toast-list').then(({ ToastList }) => ToastList);

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/**
 * Returns a function that shows a toast for some seconds. Screen readers read the toast when they are idle.
 * Important information must also appear elsewhere, because a user can miss a toast.
 */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

/** Holds the toasts that useToast shows. The code that renders toasts is loaded with the first toast. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const nextId = useRef(0);
  const renderList = useLazy(loadList, toasts.length > 0, () => setToasts([]));
  const show = useCallback((message: ToastMessage) => {
    const toast = { ...message, id: nextId.current++ };
    setToasts((shown) => {
      const replaces = (one: ShownToast) => message.key !== undefined && one.key === message.key;
      // A toast that replaces an earlier toast gets a new id. Because of the new id, screen readers read the toast, and
      // its timer starts again.
      return shown.some(replaces)
        ? shown.map((one) => (replaces(one) ? toast : one))
        : [...shown, toast].slice(-shownMax);
    });
  }, []);
  const remove = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      {renderList?.({ toasts, onGone: remove })}
    </ToastContext>
  );
}
