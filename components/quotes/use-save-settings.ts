'use client';

import { useState } from 'react';

/** What a store has set for its quotes. */
export type QuoteSettings = { quoteDataDays: number; quoteMessage: { ar: string; en: string } };

/** The server action, as the page gives it. */
export type SaveSettings = (command: unknown) => Promise<{ code: string }>;

/** Sets some of it: the same twice is the same, so that a lost answer is simply asked for again. */
export function useSaveSettings(installId: string, save: SaveSettings) {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isSaving,
    /** Code of what went wrong; null: nothing did. */
    problem,
    /** Answers whether it is saved. */
    save: async (settings: Partial<QuoteSettings>): Promise<boolean> => {
      if (isSaving) return false;
      setSaving(true);
      const { code } = await save({ installId, settings }).catch(() => ({ code: 'no_answer' }));
      setSaving(false);
      setProblem(code === 'saved' ? null : code);
      return code === 'saved';
    },
  };
}
