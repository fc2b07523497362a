import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { defaultSettings, StoreSettings } from '@/lib/store/store-settings';
import { InstallId } from '@/lib/shared/ids';

/** What is to be set; what is not named stays. */
export const SaveSettingsCommand = z.object({
  installId: InstallId,
  settings: StoreSettings.partial().refine(
    (settings) => !JSON.stringify(settings).includes('\\u0000'),
    'a NUL byte is not text',
  ),
});
export type SaveSettingsCommand = z.infer<typeof SaveSettingsCommand>;

/** Sets them, and answers all as they are then. */
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

/** All of them; one that can no longer be read is as it was at first. */
export async function readSettings({ installId, db }: InstallContext): Promise<StoreSettings> {
  const rows = await db.transaction((tx) => tx.setting.findMany({ where: { installId } }));
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const { quoteDataDays, quoteMessage } = StoreSettings.shape;
  return {
    quoteDataDays: quoteDataDays.catch(defaultSettings.quoteDataDays).parse(stored.get('quoteDataDays')),
    quoteMessage: quoteMessage.catch(defaultSettings.quoteMessage).parse(stored.get('quoteMessage')),
  };
}
