'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { knownColumns, type OrderColumn, optionalColumns } from '@/lib/orders/order-columns';

type ColumnsDialogProps = {
  shown: readonly OrderColumn[];
  /** Whose choice it is: a saved view's, everybody's or not, or this browser's. */
  of: 'shared' | 'own' | 'browser';
  onChoose: (columns: OrderColumn[]) => void;
  onClose: () => void;
};

/** Which columns the table has. */
export function ColumnsDialog({ shown, of, onChoose, onClose }: ColumnsDialogProps) {
  const t = useTranslations('columns');
  const formId = useId();
  const [chosen, setChosen] = useState(shown);
  const toggle = (column: OrderColumn) =>
    setChosen((now) => (now.includes(column) ? now.filter((other) => other !== column) : [...now, column]));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('title')}
      description={t(`of.${of}`)}
      actions={
        <>
          <Button onClick={() => setChosen(optionalColumns)}>{t('all')}</Button>
          <Button type="submit" form={formId} look="primary" disabled={chosen.length === 0}>
            {t('show')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(knownColumns(chosen));
          onClose();
        }}
      >
        {optionalColumns.map((column) => (
          <Checkbox
            key={column}
            label={t(`name.${column}`)}
            checked={chosen.includes(column)}
            onChange={() => toggle(column)}
          />
        ))}
        <p className="pt-1 text-xs text-ink-soft">{t('phone')}</p>
      </form>
    </Dialog>
  );
}
