'use client';

import { noteAnswer } from '@/components/ui/feedback/note-answer';
import { useState } from 'react';
import type { MessageStep, MessageTexts } from '@/lib/shared/messages/message-templates';
import type { StoreContact } from '@/lib/shared/messages/store-contact';

/** The store's quote settings. */
export type QuoteSettings = { quoteDataDays: number; quoteMessage: { ar: string; en: string } };

/** The stored settings that screens can change. */
type StoredSettings = QuoteSettings &
  Record<MessageStep, MessageTexts> & { keepsCustomers: boolean; storeContact: StoreContact };

/** The settings that a screen changes. If a setting is absent, its value does not change. */
type ChangedSettings = Partial<StoredSettings>;

/**
 * Server action that saves settings of the store. The page passes it in. `seen`: the values with which the form was
 * opened. The outcomes `saved` and `stale` have the stored settings.
 */
export type SaveSettings = (command: {
  installId: string;
  settings: ChangedSettings;
  seen?: ChangedSettings;
}) => Promise<{ code: string; settings?: StoredSettings }>;

type SavedSettings = { isStale: boolean; stored: StoredSettings };

/** Saves one or more settings of the store. Saving is idempotent, so it can be repeated if the response was lost. */
export function useSaveSettings(installId: string, save: SaveSettings) {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isSaving,
    /** Error code of the last save; null if the save did not fail. */
    problem,
    /**
     * Returns the stored settings if the settings were saved, or if another user has changed the same values
     * (`isStale`). In that case nothing was saved, and the form must show the stored values before the user saves
     * again. Returns null after each other problem.
     */
    save: async (settings: ChangedSettings, seen?: ChangedSettings): Promise<SavedSettings | null> => {
      if (isSaving) return null;
      setSaving(true);
      // A server action does not accept a property that is undefined.
      const command = { installId, settings, ...(seen && { seen }) };
      const outcome: Awaited<ReturnType<SaveSettings>> = await save(command).catch(() => ({
        code: 'no_answer',
      }));
      const { settings: stored } = outcome;
      // During an upgrade, a process of the earlier version may answer. It ignores a setting that it does not know.
      const isKnown = stored && Object.keys(settings).every((name) => name in stored);
      const code = stored && !isKnown ? 'unknown_setting' : outcome.code;
      noteAnswer(outcome);
      setSaving(false);
      setProblem(code === 'saved' ? null : code);
      return isKnown ? { isStale: code === 'stale', stored } : null;
    },
  };
}
