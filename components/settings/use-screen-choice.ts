'use client';

import { useOptimistic, useState, useTransition } from 'react';
import type { ScreenChoice } from '@/lib/shared/screen-words';

/**
 * Server action that saves a screen setting. The page passes it in. The server renders the screen again with the new
 * setting and sends the result in the response of the action.
 */
export type ChooseScreen = (command: {
  installId: string;
  choice: Partial<ScreenChoice>;
}) => Promise<{ code: string }>;

/**
 * Saves one screen setting at a time. Saving is idempotent, so the user can pick the value again if the
 * response was lost.
 */
export function useScreenChoice(installId: string, current: ScreenChoice, choose: ChooseScreen) {
  const [picked, setPicked] = useOptimistic(current);
  const [problem, setProblem] = useState<string | null>(null);
  const [, startPicking] = useTransition();
  return {
    /** The screen settings as the screen shows them. A setting that is being saved already has its new value. */
    picked,
    /** Error code of the last save; null if the save did not fail. */
    problem,
    /** Saves a picked value; null deletes the setting. */
    pick: (name: keyof ScreenChoice, word: string | null) =>
      startPicking(async () => {
        const choice = { [name]: word };
        setPicked((before) => ({ ...before, ...choice }));
        const { code } = await choose({ installId, choice }).catch(() => ({ code: 'no_answer' }));
        setProblem(code === 'chosen' ? null : code);
      }),
  };
}
