import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { defaultMessages, messageSteps, type MessageTexts } from '@/lib/shared/messages/message-templates';
import { readSettings, saveSettings, SaveSettingsCommand } from '@/lib/store/save-settings.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  installId = await world.install();
  context = await installContext(installId);
});
afterAll(() => world.stop());

/** Parses the settings in the same way as the server action. */
const parse = (settings: object) => SaveSettingsCommand.safeParse({ installId, settings });

describe('the templates of the messages to customers', () => {
  it('are the default texts until one is saved, and the others stay the default', async () => {
    expect(await readSettings(context)).toMatchObject(defaultMessages);
    const texts = { ar: '🎉 {name}\n{items}', en: '𝒜 {tracking} "{number}"' };
    const command = parse({ shippedMessage: texts }).data;
    if (!command) throw new Error('the template was refused');
    for (const time of ['first', 'again'])
      expect([time, (await saveSettings(context, command)).code]).toEqual([time, 'saved']);
    expect(await readSettings(context)).toMatchObject({ ...defaultMessages, shippedMessage: texts });
  });

  it('of a form never replace a text that another user has stored since the form was opened', async () => {
    const own = await installContext(await world.install({ store: 2 }));
    const opened = (await readSettings(own)).shippedMessage;
    const save = (shippedMessage: MessageTexts, seen = opened) =>
      saveSettings(own, {
        installId: own.installId,
        settings: { shippedMessage },
        seen: { shippedMessage: seen },
      });
    const both = { ar: 'أ {name}', en: 'B {name}' };
    expect(await save({ ...opened, ar: both.ar })).toMatchObject({ code: 'saved' });
    // The second user has changed only the other language, so both texts are stored.
    expect(await save({ ...opened, en: both.en })).toMatchObject({
      code: 'saved',
      settings: { shippedMessage: both },
    });
    const mine = { ...opened, ar: 'ج {name}' };
    const refused = await save(mine);
    expect(refused).toMatchObject({ code: 'stale', settings: { shippedMessage: both } });
    expect((await readSettings(own)).shippedMessage).toEqual(both);
    expect(await save({ ...both, ar: mine.ar }, refused.settings.shippedMessage)).toMatchObject({
      code: 'saved',
    });
    expect((await readSettings(own)).shippedMessage).toEqual({ ...both, ar: mine.ar });
  });

  it('that two users save at the same time are stored once, and the other user is told', async () => {
    const own = await installContext(await world.install({ store: 3 }));
    const { quoteDataDays: seen } = await readSettings(own);
    const codes = await Promise.all(
      [10, 20].map(async (quoteDataDays) => {
        const settings = { quoteDataDays };
        const command = { installId: own.installId, settings, seen: { quoteDataDays: seen } };
        return (await saveSettings(own, command)).code;
      }),
    );
    expect(codes.sort()).toEqual(['saved', 'stale']);
  });

  it('of one store are not those of another store', async () => {
    const other = await installContext(await world.install({ store: 1 }));
    expect(await readSettings(other)).toMatchObject(defaultMessages);
  });

  it.each(messageSteps)('%s: are refused with a wrong text in one of the languages', (step) => {
    const valid = defaultMessages[step];
    expect(parse({ [step]: valid }).success).toBe(true);
    for (const wrong of [
      '',
      ' ',
      '{customer}',
      '{name',
      '\ud83d',
      '\0',
      'ع'.repeat(1_000),
      'a'.repeat(2_001),
    ])
      for (const language of ['ar', 'en'])
        expect([wrong, parse({ [step]: { ...valid, [language]: wrong } }).success]).toEqual([
          wrong,
          wrong === '{name',
        ]);
    expect(parse({ [step]: { ar: valid.ar } }).success).toBe(false);
  });

  it('that are stored but no longer valid become the default again, without losing another template', async () => {
    const kept = { ar: '{name}', en: '{number}' };
    await saveSettings(context, { installId, settings: { receivedMessage: kept, deliveredMessage: kept } });
    // The stored template comes from a later version of the app. It contains a placeholder that this version does not
    // support.
    await context.db.transaction((tx) =>
      tx.setting.update({
        where: { installId_name: { installId, name: 'deliveredMessage' } },
        data: { value: { ar: '{gone}', en: 'x' } },
      }),
    );
    expect(await readSettings(context)).toMatchObject({
      receivedMessage: kept,
      deliveredMessage: defaultMessages.deliveredMessage,
    });
  });
});
