'use client';

import { ClipboardPaste } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useIsOff } from '@/components/ui/role-context';
import type { StockSheetActions } from '@/lib/inventory/movement-queries';

const loadDialog = () => import('./stock-sheet-dialog').then(({ StockSheetDialog }) => StockSheetDialog);

type StockSheetEntryProps = { installId: string; actions: StockSheetActions };

/**
 * Button that opens the dialog for pasted stock changes. If the app lacks the scope inventory:write, the button is
 * disabled, and a text explains why.
 */
export function StockSheetEntry({ installId, actions }: StockSheetEntryProps) {
  const t = useTranslations('stockSheet');
  const [open, setOpen] = useState(false);
  // The text that the user has pasted. It is also kept here, because the browser may block session storage. The text is
  // then still there when the dialog is opened again.
  const [text, setText] = useState<string | null>(null);
  const close = () => setOpen(false);
  const renderDialog = useLazy(loadDialog, open, close);
  const isOff = useIsOff('edit_stock', 'inventory:write');
  return (
    <>
      <Button
        disabled={isOff}
        aria-describedby={isOff ? 'sheet-off' : undefined}
        onClick={() => setOpen(true)}
      >
        <ClipboardPaste aria-hidden className="size-4" />
        {t('entry')}
      </Button>
      {isOff && (
        <div className="basis-full">
          <MissingScope id="sheet-off" needs="edit_stock">
            {t('noScope')}
          </MissingScope>
        </div>
      )}
      {open && renderDialog?.({ installId, actions, text, onText: setText, onClose: close })}
    </>
  );
}
