'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import type { ImportEarlierOutcome, IgnoreEarlierOutcome } from '@/lib/imports/import-commands';

/** Ids of what was chosen. */
export type Chosen = { quotes: string[]; views: string[] };

type Refusal = { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' };
type Action<Outcome> = (command: unknown) => Promise<Outcome | Refusal>;

/** The server actions, as the page gives them. */
export type ImportActions = {
  importEarlier: Action<ImportEarlierOutcome>;
  ignoreEarlier: Action<IgnoreEarlierOutcome>;
};

/** Brings or leaves what was chosen, and reads anew what is offered; both may be asked for again without harm. */
export function useImport(installId: string, actions: ImportActions, onDone: () => void) {
  const queryClient = useQueryClient();
  // Until it has been read anew it looks as if nothing had been done.
  const [isReading, setReading] = useState(false);
  const [last, setLast] = useState<'adopting' | 'leaving' | null>(null);
  const onOutcomeOf = (what: 'adopting' | 'leaving') => (outcome: { code: string }) => {
    setLast(what);
    if (outcome.code !== 'succeeded') return;
    setReading(true);
    // Quotes and views stand on other screens too.
    void queryClient.invalidateQueries({ queryKey: ['install', installId] }).finally(() => {
      setReading(false);
      onDone();
    });
  };
  const target = { installId };
  const adopting = useOperation<Chosen, ImportEarlierOutcome | Refusal>({
    action: actions.importEarlier,
    target,
    onOutcome: onOutcomeOf('adopting'),
  });
  const leaving = useOperation<Chosen, IgnoreEarlierOutcome | Refusal>({
    action: actions.ignoreEarlier,
    target,
    onOutcome: onOutcomeOf('leaving'),
  });
  return { last, adopting, leaving, isBusy: adopting.sending || leaving.sending || isReading };
}
