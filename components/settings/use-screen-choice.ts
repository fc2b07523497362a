'use client';

import { useOptimistic, useState, useTransition } from 'react';
import type { ScreenChoice } from '@/lib/shared/screen-words';

/** Server action that the page passes in. The screen renders again with its response. */
export type ChooseScreen = (command: {
  installId: string;
  choice: Partial<ScreenChoice>;
}) => Promise<{ code: string }>;

/**
 * Saves one of the four screen settings at a time. The save is idempotent, so after a lost response the user picks
 * again.
 */
export function useScreenChoice(installId: string, current: ScreenChoice, choose: ChooseScreen) {
  const [picked, setPicked] = useOptimistic(current);
  const [problem, setProblem] = useState<string | null>(null);
  const [, startPicking] = useTransition();
  return {
    /** The picked value while it is being saved, otherwise the value stored in the browser. */
    picked,
    /** Code of the last problem; null if there was none. */
    problem,
    /** `null` removes the choice. */
    pick: (name: keyof ScreenChoice, word: string | null) =>
      startPicking(async () => {
        const choice = { [name]: word };
        setPicked((before) => ({ ...before, ...choice }));
        const { code } = await choose({ installId, choice }).catch(() => ({ code: 'no_answer' }));
        setProblem(code === 'chosen' ? null : code);
      }),
  };
}
