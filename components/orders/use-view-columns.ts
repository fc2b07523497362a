'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/toast';
import { useOperation } from '@/components/ui/use-operation';
import type { OrderColumn } from '@/lib/orders/order-columns';
import type { SavedView, SavedViewActions, SavedViewList, SavedViewOutcome } from '@/lib/orders/saved-view';
import { savedViewsOptions } from './orders-queries';
import { useColumns } from './use-columns';

/** The columns on screen, and how they are chosen: for the saved view that is open, else for this browser. */
export function useViewColumns(
  installId: string,
  view: SavedView | null,
  change: SavedViewActions['change'],
) {
  const t = useTranslations('savedViews');
  const toast = useToast();
  const queryClient = useQueryClient();
  const { shown, own, keep } = useColumns(view?.columns ?? null);
  const { queryKey } = savedViewsOptions(installId);
  const operation = useOperation<{ viewId: string; columns: OrderColumn[] }, SavedViewOutcome>({
    action: change,
    target: { installId },
    onOutcome: ({ code }) => {
      // As it is kept, whatever was shown meanwhile.
      void queryClient.invalidateQueries({ queryKey });
      if (code !== 'saved') toast({ tone: 'bad', text: t(`problem.${code}`) });
    },
  });
  const choose = (columns: OrderColumn[]) => {
    if (!view) return keep(columns);
    queryClient.setQueryData<SavedViewList>(
      queryKey,
      (list) =>
        list && {
          ...list,
          views: list.views.map((other) => (other.id === view.id ? { ...other, columns } : other)),
        },
    );
    void operation.send({ viewId: view.id, columns });
  };
  return { shown, own, choose };
}
