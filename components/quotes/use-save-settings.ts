'use client';

import { useState } from 'react';

/** Quote settings of a store. */
export type QuoteSettings = { quoteDataDays: number; quoteMessage: { ar: string; en: string } };

/** Server action that the page passes in. */
export type SaveSettings = (command: {
  installId: string;
  settings: Partial<QuoteSettings>;
}) => Promise<{ code: string }>;

/** Saves some of the settings. The save is idempotent, so after a lost response it can be repeated. */
export function useSaveSettings(installId: string, save: SaveSettings) {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isSaving,
    /** Code of the last problem; null if there was none. */
    problem,
    /** Returns whether the settings were saved. */
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
