'use client';

import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { useState } from 'react';
import type { MessageStep, MessageTexts } from '@/lib/shared/messages/message-templates';

/** The store's quote settings. */
export type QuoteSettings = { quoteDataDays: number; quoteMessage: { ar: string; en: string } };

/** The settings that a screen changes. If a setting is absent, its value does not change. */
type ChangedSettings = Partial<
  QuoteSettings & Record<MessageStep, MessageTexts> & { keepsCustomers: boolean }
>;

/** Server action that saves settings of the store. The page passes it in. */
export type SaveSettings = (command: {
  installId: string;
  settings: ChangedSettings;
}) => Promise<{ code: string }>;

/** Saves one or more settings of the store. Saving is idempotent, so it can be repeated if the response was lost. */
export function useSaveSettings(installId: string, save: SaveSettings) {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isSaving,
    /** Error code of the last save; null if the save did not fail. */
    problem,
    /** Returns true if the settings were saved. */
    save: async (settings: ChangedSettings): Promise<boolean> => {
      if (isSaving) return false;
      setSaving(true);
      const outcome = await save({ installId, settings }).catch(() => ({ code: 'no_answer' }));
      const { code } = outcome;
      noteAnswer(outcome);
      setSaving(false);
      setProblem(code === 'saved' ? null : code);
      return code === 'saved';
    },
  };
}
