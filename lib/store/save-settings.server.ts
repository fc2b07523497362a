import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { type MessageStep, messageSteps, type MessageTexts } from '@/lib/shared/messages/message-templates';
import { defaultSettings, StoreSettings } from '@/lib/store/store-settings';
import { InstallId } from 'commerce-platform-client/contract/ids';

/** Input of the action that changes store settings. A setting that is absent stays unchanged. */
export const SaveSettingsCommand = z.object({
  installId: InstallId,
  settings: StoreSettings.partial(),
});
export type SaveSettingsCommand = z.infer<typeof SaveSettingsCommand>;

/** Saves the given settings and returns all settings after the change. */
export async function saveSettings(
  context: InstallContext,
  { settings }: SaveSettingsCommand,
): Promise<{ code: 'saved'; status: 200; settings: StoreSettings }> {
  const { installId, db } = context;
  await db.transaction(async (tx) => {
    for (const [name, value] of Object.entries(settings))
      await tx.setting.upsert({
        where: { installId_name: { installId, name } },
        create: { installId, name, value },
        update: { value },
      });
  });
  return { code: 'saved', status: 200, settings: await readSettings(context) };
}

/**
 * Returns all settings. A setting has its default value if it was never saved or if its stored value is no longer
 * valid.
 */
export async function readSettings({ installId, db }: InstallContext): Promise<StoreSettings> {
  const rows = await db.transaction((tx) => tx.setting.findMany({ where: { installId } }));
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const { quoteDataDays, quoteMessage, areStepsHidden, keepsCustomers } = StoreSettings.shape;
  const messages = messageSteps.map((step) => [
    step,
    StoreSettings.shape[step].catch(defaultSettings[step]).parse(stored.get(step)),
  ]);
  return {
    ...(Object.fromEntries(messages) as Record<MessageStep, MessageTexts>),
    areStepsHidden: areStepsHidden.catch(defaultSettings.areStepsHidden).parse(stored.get('areStepsHidden')),
    keepsCustomers: keepsCustomers.catch(defaultSettings.keepsCustomers).parse(stored.get('keepsCustomers')),
    quoteDataDays: quoteDataDays.catch(defaultSettings.quoteDataDays).parse(stored.get('quoteDataDays')),
    quoteMessage: quoteMessage.catch(defaultSettings.quoteMessage).parse(stored.get('quoteMessage')),
  };
}
