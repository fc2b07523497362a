'use client';

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { ShownToast, ToastMessage } from './toast-list';

const shownMax = 3;

const loadList = () => import('./toast-list').then(({ ToastList }) => ToastList);

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/**
 * Returns a function that shows a toast for some seconds, announced politely. A toast must not be the only place of a
 * message.
 */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

/** Stores the messages of useToast. The code that renders them is loaded with the first message. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const nextId = useRef(0);
  const renderList = useLazy(loadList, toasts.length > 0, () => setToasts([]));
  const show = useCallback((message: ToastMessage) => {
    const toast = { ...message, id: nextId.current++ };
    setToasts((shown) => [...shown, toast].slice(-shownMax));
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
