'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, BookmarkCheck, Pencil, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/overlay/menu';
import { useToast } from '@/components/ui/feedback/toast';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type { SavedView, SavedViewActions, SavedViewOutcome } from '@/lib/orders/views/saved-view';
import { savedViewsOptions } from '@/components/orders/shared/orders-queries';
import { useRight, useRoleText } from '@/components/ui/role-context';

type SavedViewControlsProps = {
  installId: string;
  /** Current filters of the orders list as canonical text: equal filters always have the same text. */
  text: string;
  active: SavedView | null;
  canSave: boolean;
  canOwn: boolean;
  /**
   * Columns that are saved with a new view. If null, the view has no columns of its own. Each user then sees
   * this view with the columns of the user's browser.
   */
  columns: OrderColumn[] | null;
  actions: SavedViewActions;
};

const SavedViewDialog = dynamic(
  () => import('./saved-view-dialog').then(({ SavedViewDialog: dialog }) => dialog),
  { ssr: false },
);

type SaveViewInput = Parameters<SavedViewActions['save']>[0];
type Answer = SavedViewOutcome | NoAnswer;

/** Controls that save the current filters and columns as a new view, or change the saved view that is open. */
export function SavedViewControls(props: SavedViewControlsProps) {
  const { installId, text, active, canSave, canOwn, columns, actions } = props;
  const t = useTranslations('savedViews');
  const roleText = useRoleText();
  const maySave = useRight('save_views');
  const toast = useToast();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const refetchViews = () =>
    queryClient.invalidateQueries({ queryKey: savedViewsOptions(installId).queryKey });
  const failed = ({ code }: Answer) => {
    if (code === 'saved') return false;
    toast({ tone: 'bad', text: code === 'no_right' ? roleText : t(`problem.${code}`) });
    return true;
  };
  const restore = useOperation<Omit<SaveViewInput, 'installId'>, SavedViewOutcome>({
    action: actions.save,
    target: { installId },
    onOutcome: (outcome) => {
      void refetchViews();
      failed(outcome);
    },
  });
  const remove = useOperation<{ view: SavedView; viewId: string }, SavedViewOutcome>({
    action: ({ view, ...command }) => actions.remove(command),
    target: { installId },
    onOutcome: (outcome, { view: { id, ...view } }) => {
      void refetchViews();
      if (failed(outcome)) return;
      toast({
        text: t('deleted', { name: view.name }),
        action: { label: t('undo'), onPress: () => void restore.send({ viewId: id, ...view }) },
      });
    },
  });
  return (
    <>
      {canSave && maySave && (
        <Button aria-haspopup="dialog" className="max-sm:w-11 max-sm:px-0!" onClick={() => setDialog('save')}>
          <Bookmark aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t('save')}</span>
        </Button>
      )}
      {active && maySave && (
        <Menu
          label={t('menu', { name: active.name })}
          labelHidden
          icon={<BookmarkCheck aria-hidden className="size-5" />}
          entries={[
            {
              key: 'rename',
              label: t('rename'),
              icon: <Pencil aria-hidden />,
              onSelect: () => setDialog('rename'),
            },
            {
              key: 'delete',
              label: t('delete'),
              detail: active.isShared && t('deleteShared'),
              icon: <Trash2 aria-hidden />,
              danger: true,
              onSelect: () => void remove.send({ view: active, viewId: active.id }),
            },
          ]}
        />
      )}
      {dialog && (
        <SavedViewDialog
          installId={installId}
          view={dialog === 'rename' ? active : null}
          fresh={{ filters: text, columns }}
          canOwn={canOwn}
          actions={actions}
          onSaved={() => void refetchViews()}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
