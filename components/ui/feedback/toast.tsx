'use client';

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { useLazy } from '@/components/ui/overlay/use-lazy';

export type ToastMessage = {
  text: ReactNode;
  tone?: 'good' | 'bad';
  /** What can still be done about it: undo. */
  action?: { label: string; onPress: () => void };
};

export type ShownToast = ToastMessage & { id: number };

const shownMax = 3;

const loadList = () => import('./toast-list').then(({ ToastList }) => ToastList);

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Shows a message for some seconds, said aloud politely; never the only place where something is told. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

/** Keeps the messages of useToast; the code that draws them is fetched with the first one. */
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
