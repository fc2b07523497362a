'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckedRunDialog } from '@/components/ui/overlay/checked-run-dialog';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';
import { useCheckedRun } from '@/components/ui/overlay/use-checked-run';
import {
  locationsOptions,
  type MoveReason,
  type StockRequest,
  type StockSheetActions,
  type StockSheetMatch,
} from '@/lib/inventory/movement-queries';
import { readStockSheet } from './read-stock-sheet';
import {
  requestOf,
  fits,
  linesOf,
  type SheetRequest,
  type SheetProblem,
  startOf,
  unreadCodesOf,
} from './stock-sheet-request';
import { StockSheetForm } from './stock-sheet-form';
import { StockSheetPreview } from './stock-sheet-preview';

type StockSheetDialogProps = {
  installId: string;
  actions: StockSheetActions;
  /** Text that the user has pasted since the page opened; null if the user has pasted nothing. */
  text: string | null;
  onText: (text: string) => void;
  onClose: () => void;
};

/**
 * Dialog for stock changes that the user pastes from a spreadsheet. It shows the effect of each line before anything is
 * sent.
 */
export function StockSheetDialog({ installId, actions, onClose, ...pasted }: StockSheetDialogProps) {
  const t = useTranslations('stockSheet');
  // The pasted text is stored in session storage, so that it is not lost when the dialog is closed or the page reloads.
  const copyKey = `stock-sheet ${installId}`;
  const [copy] = useState(() => loadCopy(copyKey));
  const text = pasted.text ?? (typeof copy === 'string' ? copy : '');
  const [reason, setReason] = useState<MoveReason>('correction');
  const [chosen, setLocation] = useState<string | null>(null);
  const [problem, setProblem] = useState<SheetProblem>({});
  const isHidden = useMissingScopes('inventory:read').length > 0;
  const places = useQuery({ ...locationsOptions(installId), enabled: !isHidden });
  // If the known locations cannot be read, the list is empty, and the user can still type a location id.
  const locations = isHidden || places.isError ? [] : places.data?.locations;
  const location = chosen ?? locations?.[0]?.id ?? '';
  const sheet = readStockSheet(text);
  const run = useCheckedRun<SheetRequest, StockSheetMatch, { request: StockRequest }>({
    installId,
    check: async (request) => {
      const found = await actions.match({
        installId,
        entries: linesOf(request.entries),
        unreadCodes: unreadCodesOf(sheet),
      });
      if (found.code !== 'matched') return found;
      if (fits(startOf(request, found))) return { found };
      setProblem({ sheet: 'too_long' });
      return { code: 'invalid' };
    },
    start: async (command) => {
      const outcome = await actions.start(command);
      if (outcome.code === 'done') forgetCopy(copyKey);
      return outcome;
    },
    commandOf: startOf,
  });
  const { found } = run;
  const submit = () => {
    const read = requestOf(sheet, { location, reason });
    setProblem(read.ok ? {} : read.problem);
    if (read.ok) void run.check(read.request);
  };
  const sent = found?.rows.filter(({ verdict }) => verdict === 'ok').length ?? 0;
  return (
    <CheckedRunDialog
      installId={installId}
      run={run}
      okCount={sent}
      words={{
        title: t('title'),
        description: t(found ? 'descriptionPreview' : 'description'),
        cancel: t('cancel'),
        check: t('check'),
        back: t('back'),
        start: t('start', { count: sent }),
      }}
      onSubmit={submit}
      form={
        <StockSheetForm
          text={text}
          sheet={sheet}
          reason={reason}
          location={location}
          locations={locations}
          problem={problem}
          onText={(typed) => {
            pasted.onText(typed);
            saveCopy(copyKey, typed);
            setProblem(({ location: place }) => (place ? { location: place } : {}));
          }}
          onReason={setReason}
          onLocation={(place) => {
            setLocation(place);
            setProblem(({ sheet: wrong }) => (wrong ? { sheet: wrong } : {}));
          }}
        />
      }
      preview={found && <StockSheetPreview found={found} unread={sheet.unread} isHidden={isHidden} />}
      onClose={onClose}
    />
  );
}
