'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import type {
  EarlierDataCommand,
  IgnoreEarlierOutcome,
  ImportEarlierOutcome,
} from '@/lib/imports/import-commands';
import type { ActionOf } from '@/lib/shared/action-of';

/** Ids of the items that the user has selected. */
export type Chosen = { quotes: string[]; views: string[] };

type Refusal = { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' | 'no_right' };
type Action<Outcome> = ActionOf<typeof EarlierDataCommand, Outcome | Refusal>;

/**
 * Server actions of the import screen. The page passes them in as props, because components do not import
 * server code.
 */
export type ImportActions = {
  importEarlier: Action<ImportEarlierOutcome>;
  ignoreEarlier: Action<IgnoreEarlierOutcome>;
};

/**
 * Hook that imports or declines the selected items, and then reads the lists of the import screen again. Import and
 * decline are idempotent, so repeating them is safe.
 */
export function useImport(installId: string, actions: ImportActions, onDone: () => void) {
  const queryClient = useQueryClient();
  // True while the lists of importable items are read again after an import or a decline. Until the new lists arrive,
  // the screen still shows the items that were just imported or declined.
  const [isReading, setReading] = useState(false);
  const [last, setLast] = useState<'importing' | 'ignoring' | null>(null);
  const onOutcomeOf = (what: 'importing' | 'ignoring') => (outcome: { code: string }) => {
    setLast(what);
    if (outcome.code !== 'succeeded') return;
    setReading(true);
    // The imported quotes and saved views are shown on other screens, too, so all cached reads of the install are
    // invalidated.
    void queryClient.invalidateQueries({ queryKey: ['install', installId] }).finally(() => {
      setReading(false);
      onDone();
    });
  };
  const target = { installId };
  const importing = useOperation<Chosen, ImportEarlierOutcome | Refusal>({
    action: actions.importEarlier,
    target,
    onOutcome: onOutcomeOf('importing'),
  });
  const ignoring = useOperation<Chosen, IgnoreEarlierOutcome | Refusal>({
    action: actions.ignoreEarlier,
    target,
    onOutcome: onOutcomeOf('ignoring'),
  });
  return { last, importing, ignoring, isBusy: importing.sending || ignoring.sending || isReading };
}
