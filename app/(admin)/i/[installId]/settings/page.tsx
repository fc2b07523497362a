import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { EarlierDataLine } from '@/components/imports/earlier-data-line';
import { PeopleCard } from '@/components/installs/people-card';
import { ScopesCard } from '@/components/installs/scopes-card';
import { QuoteSettingsCard } from '@/components/quotes/quote-settings-card';
import { RatesCard } from '@/components/quotes/rate/rates-card';
import { ContactCard } from '@/components/settings/contact-card';
import { CustomersCard } from '@/components/settings/customers-card';
import { DisconnectCard } from '@/components/settings/disconnect-card';
import { MessagesCard } from '@/components/settings/messages-card';
import { ScreenCard } from '@/components/settings/screen-card';
import { StoreFactsCard } from '@/components/store/store-facts-card';
import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import { listPeople } from '@/lib/installs/list-people.server';
import { readGrant } from '@/lib/installs/read-grant.server';
import { PlatformError } from 'commerce-platform-client/platform-error';
import { languageNames } from '@/lib/shared/locale';
import { readRateViews } from '@/lib/quotes/rate/set-rate.server';
import { hasRight } from '@/lib/shared/roles/roles';
import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readSettings } from '@/lib/store/save-settings.server';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { saveSettingsAction, setRateAction } from '@/app/(admin)/i/[installId]/quotes/actions';
import { chooseScreenAction, setRoleAction, signOutAction } from './actions';
import { ScreenHeading } from '@/components/ui/screen-heading';

/** Settings screen: the app's permissions, facts about the store, and the app's settings. */
export default async function SettingsPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'read', '/settings');
  const { installId, locale, screen, store } = context;
  const t = await getTranslations({ locale, namespace: 'settings' });
  const mayManage = hasRight(context.role, 'change_settings');
  const [{ scopes }, { people, unnamed, defaultRole }, settings, earlierData, facts, rates] =
    await Promise.all([
      readGrant(context),
      // The names of the staff are read only for a user who may change the settings, because no other user may see
      // them.
      mayManage ? listPeople(installId) : { people: [], unnamed: 0, defaultRole: context.role },
      readSettings(context),
      mayManage ? listEarlierData(context) : null,
      readForPage(context, readComposerStore(context)).catch((error: unknown) => {
        // If the platform is unavailable and no store data is cached, the rest of the settings page still renders.
        if (error instanceof PlatformError) return null;
        throw error;
      }),
      readForPage(context, readRateViews(context)).catch((error: unknown) => {
        if (error instanceof PlatformError) return [];
        throw error;
      }),
    ]);
  const earlierCount = earlierData ? earlierData.quotes.length + earlierData.views.length : 0;
  const isScopeOff = scopes.some(({ missing }) => missing !== null);
  const permissions = (
    <div id="permissions" className="scroll-mt-24">
      <ScopesCard scopes={scopes} storeId={store.id} />
    </div>
  );
  return (
    <div className="flex flex-col gap-4">
      <ScreenHeading title={t('title')} />
      {/* On a phone, the links have one row, which scrolls sideways. They have the sequence of the cards on a phone. */}
      <nav
        aria-label={t('jump.label')}
        className="-mx-3 flex gap-2 overflow-x-auto px-3 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {settingsParts.map((part) => (
          <a
            key={part}
            href={`#${part}`}
            className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-line-strong/60 bg-surface px-4 text-sm font-medium hover:bg-sunken"
          >
            {t(`jump.${part}`)}
          </a>
        ))}
      </nav>
      {earlierCount > 0 && <EarlierDataLine installId={installId} count={earlierCount} />}
      {/* On a phone, all columns stand one below the other. The settings that people look for most often, such as
          the language, therefore come first. Only a missing permission is shown above them. On a desktop, the messages are in
          the other column, so that the columns end at about the same height. */}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4" data-column>
          {isScopeOff && permissions}
          <Part id="display">
            <ScreenCard
              installId={installId}
              choice={screen}
              storeLanguage={context.storeLocale}
              languageNames={languageNames()}
              choose={chooseScreenAction}
            />
          </Part>
          <RatesCard installId={installId} rates={rates} save={setRateAction} />
          <Part id="documents">
            <ContactCard installId={installId} contact={settings.storeContact} save={saveSettingsAction} />
          </Part>
          <CustomersCard
            installId={installId}
            isKept={settings.keepsCustomers}
            days={settings.quoteDataDays}
            save={saveSettingsAction}
          />
          <Part id="staff">
            <PeopleCard
              installId={installId}
              people={people}
              unnamed={unnamed}
              ownSub={context.actor?.sub ?? null}
              defaultRole={defaultRole}
              actions={{ signOut: signOutAction, setRole: setRoleAction }}
            />
          </Part>
          {!isScopeOff && permissions}
        </div>
        <div className="flex min-w-0 flex-col gap-4" data-column>
          {/* The message with the link of a quote is the first of the messages to customers. */}
          <Part id="messages">
            <QuoteSettingsCard installId={installId} settings={settings} save={saveSettingsAction} />
          </Part>
          <MessagesCard
            installId={installId}
            messages={settings}
            store={store}
            language={context.storeLocale}
            save={saveSettingsAction}
          />
          <StoreFactsCard store={facts} timezone={store.timezone} />
          <DisconnectCard />
        </div>
      </div>
    </div>
  );
}

const settingsParts = ['display', 'documents', 'customers', 'staff', 'messages'] as const;

/** Card of the settings to which a link at the top of the screen leads. The top bar does not cover its heading. */
function Part({
  id,
  children,
}: {
  id: Exclude<(typeof settingsParts)[number], 'customers'>;
  children: ReactNode;
}) {
  return (
    <div id={id} className="scroll-mt-24">
      {children}
    </div>
  );
}
