'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { knownColumns, type OrderColumn, optionalColumns } from '@/lib/orders/list/order-columns';
import type { SavedView, SavedViewActions } from '@/lib/orders/views/saved-view';
import { useChangeColumns } from './use-change-columns';

type ColumnsDialogProps = {
  installId: string;
  /**
   * Saved view whose columns the dialog changes. If null, the dialog changes the columns that are stored in
   * this browser.
   */
  view: SavedView | null;
  shown: readonly OrderColumn[];
  keep: (columns: OrderColumn[]) => void;
  change: SavedViewActions['change'];
  onClose: () => void;
};

/** Dialog in which the user chooses the columns of the orders table. */
export function ColumnsDialog({ installId, view, shown, keep, change, onClose }: ColumnsDialogProps) {
  const t = useTranslations('columns');
  const changeColumns = useChangeColumns(installId, change);
  const of = view ? (view.isShared ? 'shared' : 'own') : 'browser';
  const [chosen, setChosen] = useState(shown);
  const toggle = (column: OrderColumn) =>
    setChosen((now) => (now.includes(column) ? now.filter((other) => other !== column) : [...now, column]));
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      description={t(`of.${of}`)}
      cancel={t('all')}
      onCancel={() => setChosen(optionalColumns)}
      submit={t('show')}
      disabled={chosen.length === 0}
      onSubmit={() => {
        if (view) changeColumns(view.id, knownColumns(chosen));
        else keep(knownColumns(chosen));
        onClose();
      }}
    >
      <div className="flex flex-col">
        {optionalColumns.map((column) => (
          <Checkbox
            key={column}
            label={t(`name.${column}`)}
            checked={chosen.includes(column)}
            onChange={() => toggle(column)}
          />
        ))}
        <p className="pt-1 text-xs text-ink-soft">{t('phone')}</p>
      </div>
    </FormDialog>
  );
}
