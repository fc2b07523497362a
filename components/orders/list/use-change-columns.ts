'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/feedback/toast';
import { useOperation } from '@/components/ui/use-operation';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type { SavedViewActions, SavedViewList, SavedViewOutcome } from '@/lib/orders/views/saved-view';
import { savedViewsOptions } from '@/components/orders/shared/orders-queries';
import { useRoleText } from '@/components/ui/role-context';

/**
 * Changes the columns of a saved view. The screen shows the new columns immediately. After the server responds, the
 * saved views are read again.
 */
export function useChangeColumns(installId: string, change: SavedViewActions['change']) {
  const t = useTranslations('savedViews');
  const roleText = useRoleText();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { queryKey } = savedViewsOptions(installId);
  const operation = useOperation<{ viewId: string; columns: OrderColumn[] }, SavedViewOutcome>({
    action: change,
    target: { installId },
    onOutcome: ({ code }) => {
      void queryClient.invalidateQueries({ queryKey });
      if (code !== 'saved')
        toast({ tone: 'bad', text: code === 'no_right' ? roleText : t(`problem.${code}`) });
    },
  });
  return (viewId: string, columns: OrderColumn[]) => {
    queryClient.setQueryData<SavedViewList>(
      queryKey,
      (list) =>
        list && {
          ...list,
          views: list.views.map((view) => (view.id === viewId ? { ...view, columns } : view)),
        },
    );
    void operation.send({ viewId, columns });
  };
}
