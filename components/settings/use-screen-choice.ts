'use client';

import { useOptimistic, useState, useTransition } from 'react';
import type { ScreenChoice } from '@/lib/shared/screen-words';

/** The server action, as the page gives it; the screen is drawn anew with its answer. */
export type ChooseScreen = (command: unknown) => Promise<{ code: string }>;

/** Chooses one of the four words at a time: the same twice is the same, so that a lost answer is simply picked again. */
export function useScreenChoice(installId: string, current: ScreenChoice, choose: ChooseScreen) {
  const [picked, setPicked] = useOptimistic(current);
  const [problem, setProblem] = useState<string | null>(null);
  const [, startPicking] = useTransition();
  return {
    /** What was picked, while it is on its way; else what the browser holds. */
    picked,
    /** Code of what went wrong last; null: nothing did. */
    problem,
    /** Null takes the choice back. */
    pick: (name: keyof ScreenChoice, word: string | null) =>
      startPicking(async () => {
        const choice = { [name]: word };
        setPicked((before) => ({ ...before, ...choice }));
        const { code } = await choose({ installId, choice }).catch(() => ({ code: 'no_answer' }));
        setProblem(code === 'chosen' ? null : code);
      }),
  };
}
