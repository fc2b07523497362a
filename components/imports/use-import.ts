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

/** Ids of the chosen items. */
export type Chosen = { quotes: string[]; views: string[] };

type Refusal = { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' };
type Action<Outcome> = ActionOf<typeof EarlierDataCommand, Outcome | Refusal>;

/** The server actions that the page passes in. */
export type ImportActions = {
  importEarlier: Action<ImportEarlierOutcome>;
  ignoreEarlier: Action<IgnoreEarlierOutcome>;
};

/** Imports or declines the chosen items, and then reads the offered data again. Both actions are safe to repeat. */
export function useImport(installId: string, actions: ImportActions, onDone: () => void) {
  const queryClient = useQueryClient();
  // True while the lists are read again. Before that, they look as if nothing was done.
  const [isReading, setReading] = useState(false);
  const [last, setLast] = useState<'importing' | 'ignoring' | null>(null);
  const onOutcomeOf = (what: 'importing' | 'ignoring') => (outcome: { code: string }) => {
    setLast(what);
    if (outcome.code !== 'succeeded') return;
    setReading(true);
    // Quotes and views are also on other screens, so all reads of the install are invalidated.
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
