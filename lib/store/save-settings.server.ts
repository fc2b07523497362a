import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type MessageStep, messageSteps, type MessageTexts } from '@/lib/shared/messages/message-templates';
import { defaultSettings, StoreSettings } from '@/lib/store/store-settings';
import { mergeSetting } from '@/lib/store/merge-setting';
import type { Tx } from '@/lib/system/db';
import { InstallId } from 'commerce-platform-client/contract/ids';

/**
 * Input of the action that changes store settings. A setting that is absent stays unchanged. `seen`: the values with
 * which the form was opened; the stored values are compared with them. If a setting is absent in `seen`, it is not
 * compared.
 */
export const SaveSettingsCommand = z.object({
  installId: InstallId,
  settings: StoreSettings.partial(),
  seen: StoreSettings.partial().optional(),
});
export type SaveSettingsCommand = z.infer<typeof SaveSettingsCommand>;

/**
 * Outcome of a change of settings, with all stored settings. `stale`: another user has changed one of the values since
 * the form was opened, and nothing was stored.
 */
export type SaveSettingsOutcome =
  | { code: 'saved'; status: 200; settings: StoreSettings }
  | { code: 'stale'; status: 409; settings: StoreSettings };

/**
 * Saves the given settings and returns all settings after the change. A value that the user has not changed in the form
 * never replaces the value of another user.
 */
export async function saveSettings(
  { installId, db }: InstallContext,
  { settings, seen }: SaveSettingsCommand,
): Promise<SaveSettingsOutcome> {
  return db.transaction(async (tx): Promise<SaveSettingsOutcome> => {
    // A setting that was never saved has no row that could be locked, so the lock is an advisory lock.
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} settings`}, 0))`;
    const stored = await readSettingsIn(tx, installId);
    const changes = settingNames.flatMap((name) => {
      const [typed, before] = [settings[name], seen?.[name]];
      if (typed === undefined) return [];
      const value = before === undefined ? typed : mergeSetting(typed, before, stored[name]);
      return [{ name, value }];
    });
    if (changes.some(({ value }) => value === null)) return { code: 'stale', status: 409, settings: stored };
    for (const { name, value } of changes)
      if (value !== null)
        await tx.setting.upsert({
          where: { installId_name: { installId, name } },
          create: { installId, name, value },
          update: { value },
        });
    return { code: 'saved', status: 200, settings: await readSettingsIn(tx, installId) };
  });
}

const settingNames = StoreSettings.keyof().options;

/**
 * Returns all settings. A setting has its default value if it was never saved or if its stored value is no longer
 * valid.
 */
export async function readSettings({ installId, db }: InstallContext): Promise<StoreSettings> {
  return db.transaction((tx) => readSettingsIn(tx, installId));
}

async function readSettingsIn(tx: Tx, installId: InstallId): Promise<StoreSettings> {
  const rows = await tx.setting.findMany({ where: { installId } });
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const { quoteDataDays, quoteMessage, areStepsHidden, keepsCustomers } = StoreSettings.shape;
  const messages = messageSteps.map((step) => [
    step,
    StoreSettings.shape[step].catch(defaultSettings[step]).parse(stored.get(step)),
  ]);
  return {
    storeContact: StoreSettings.shape.storeContact
      .catch(defaultSettings.storeContact)
      .parse(stored.get('storeContact')),
    ...(Object.fromEntries(messages) as Record<MessageStep, MessageTexts>),
    areStepsHidden: areStepsHidden.catch(defaultSettings.areStepsHidden).parse(stored.get('areStepsHidden')),
    keepsCustomers: keepsCustomers.catch(defaultSettings.keepsCustomers).parse(stored.get('keepsCustomers')),
    quoteDataDays: quoteDataDays.catch(defaultSettings.quoteDataDays).parse(stored.get('quoteDataDays')),
    quoteMessage: quoteMessage.catch(defaultSettings.quoteMessage).parse(stored.get('quoteMessage')),
  };
}
