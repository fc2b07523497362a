'use client';

import { useEffect, useEffectEvent, useRef } from 'react';

type Write<Input> = { sending: boolean; isOutcomeUnknown: boolean; send: (input: Input) => Promise<void> };

/**
 * Sends `later` once, after the current write has ended. A toast outlives the render that showed it, so this uses the
 * newest `send` and operation id.
 */
export function useSendLater<Input extends object>(write: Write<Input>, later: Input | null): void {
  const sent = useRef<Input | null>(null);
  const isBusy = write.sending || write.isOutcomeUnknown;
  const sendIt = useEffectEvent((input: Input) => {
    if (sent.current === input) return;
    sent.current = input;
    void write.send(input);
  });
  useEffect(() => {
    if (!isBusy && later !== null) sendIt(later);
  }, [isBusy, later]);
}
