'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOperation } from '@/components/ui/use-operation';
import type { AdoptOutcome, LeaveOutcome } from '@/lib/imports/import-commands';

/** Ids of what was chosen. */
export type Chosen = { quotes: string[]; views: string[] };

type Refusal = { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' };
type Action<Outcome> = (command: unknown) => Promise<Outcome | Refusal>;

/** The server actions, as the page gives them. */
export type AdoptionActions = { adopt: Action<AdoptOutcome>; leave: Action<LeaveOutcome> };

/** Brings or leaves what was chosen, and reads anew what is offered; both may be asked for again without harm. */
export function useLeft(installId: string, actions: AdoptionActions, onDone: () => void) {
  const queryClient = useQueryClient();
  // Until it has been read anew it looks as if nothing had been done.
  const [isReading, setReading] = useState(false);
  const [last, setLast] = useState<'adopting' | 'leaving' | null>(null);
  const heard = (what: 'adopting' | 'leaving') => (outcome: { code: string }) => {
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
  const adopting = useOperation<Chosen, AdoptOutcome | Refusal>({
    action: actions.adopt,
    target,
    onOutcome: heard('adopting'),
  });
  const leaving = useOperation<Chosen, LeaveOutcome | Refusal>({
    action: actions.leave,
    target,
    onOutcome: heard('leaving'),
  });
  return { last, adopting, leaving, isBusy: adopting.sending || leaving.sending || isReading };
}
