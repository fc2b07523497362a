import type { ComponentProps } from 'react';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readRates } from '@/lib/store/read-rates.server';
import { readSettings } from '@/lib/store/save-settings.server';
import { env } from '@/lib/system/env';
import {
  deleteDraftAction,
  findOpenQuotesAction,
  saveDraftAction,
  saveSettingsAction,
  sendQuoteAction,
} from '@/app/(admin)/i/[installId]/quotes/actions';
import { createOrderAction, matchMessageAction } from './actions';
import type { Composer } from './composer';

type ComposerProps = ComponentProps<typeof Composer>;

/** Reads the data of the store and the server actions that every page with the form for orders and quotes needs. */
export async function readComposer(
  context: InstallContext,
): Promise<
  Pick<
    ComposerProps,
    'installId' | 'store' | 'create' | 'match' | 'draftStore' | 'quotes' | 'sharing' | 'rates'
  >
> {
  const [{ name, ...store }, { quoteMessage }, rates] = await Promise.all([
    readComposerStore(context),
    readSettings(context),
    context.db.transaction((tx) => readRates(tx, context.installId)),
  ]);
  return {
    installId: context.installId,
    store,
    rates: rates.map(({ one, other, rate, limitPermille }) => ({ one, other, rate, limitPermille })),
    create: createOrderAction,
    match: matchMessageAction,
    draftStore: { save: saveDraftAction, remove: deleteDraftAction },
    quotes: { send: sendQuoteAction, findOpen: findOpenQuotesAction },
    sharing: {
      appUrl: env().APP_URL,
      storeName: name,
      storeCountry: context.store.country,
      storeLocale: context.storeLocale,
      template: quoteMessage,
      setting: 'quoteMessage',
      saveSettings: saveSettingsAction,
    },
  };
}
