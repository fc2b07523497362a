import type { XrayScreen } from '@/lib/xray/xray-block';

const earlierData = { feed: 'listEarlierData', at: 'lib/imports/list-earlier-data.server.ts' };
const importActions = 'app/(admin)/i/[installId]/settings/import/actions.ts';

export const settings: XrayScreen = {
  path: '/settings',
  blocks: [
    {
      name: 'grant',
      source: 'components/installs/scopes-card.tsx',
      feed: 'readGrant',
      at: 'lib/installs/read-grant.server.ts',
      mirrors: ['getInstallation'],
    },
    {
      name: 'storeFacts',
      source: 'components/store/store-facts-card.tsx',
      feed: 'readComposerStore',
      at: 'lib/store/read-composer-store.server.ts',
      requests: ['getStore'],
      mirrors: ['getStore'],
    },
    {
      name: 'quoteSettings',
      source: 'components/quotes/quote-settings-card.tsx',
      feed: 'saveSettingsAction',
      at: 'app/(admin)/i/[installId]/quotes/actions.ts',
    },
    {
      name: 'exchangeRate',
      source: 'components/quotes/rate/rates-card.tsx',
      feed: 'setRateAction',
      at: 'app/(admin)/i/[installId]/quotes/actions.ts',
    },
    {
      name: 'customerMessages',
      source: 'components/settings/messages-card.tsx',
      feed: 'saveSettingsAction',
      at: 'app/(admin)/i/[installId]/quotes/actions.ts',
    },
    {
      name: 'screenChoice',
      source: 'components/settings/screen-card.tsx',
      feed: 'chooseScreenAction',
      at: 'app/(admin)/i/[installId]/settings/actions.ts',
    },
    {
      name: 'people',
      source: 'components/installs/people-card.tsx',
      feed: 'listPeople',
      at: 'lib/installs/list-people.server.ts',
    },
    {
      name: 'signOut',
      source: 'components/installs/people-card.tsx',
      feed: 'signOutAction',
      at: 'app/(admin)/i/[installId]/settings/actions.ts',
      patterns: ['iframe-cookie-and-hand-over'],
    },
    {
      name: 'roles',
      source: 'components/installs/role-select.tsx',
      feed: 'setRoleAction',
      at: 'app/(admin)/i/[installId]/settings/actions.ts',
    },
    { name: 'earlierData', source: 'components/imports/earlier-data-line.tsx', ...earlierData },
  ],
};

export const dataImport: XrayScreen = {
  path: '/settings/import',
  blocks: [
    {
      name: 'earlierDataList',
      source: 'components/imports/earlier-data-rows.tsx',
      feed: 'earlierDataOptions',
      at: 'components/imports/import-queries.ts',
    },
    {
      name: 'import',
      source: 'components/imports/import-bar.tsx',
      feed: 'importEarlierDataAction',
      at: importActions,
    },
    {
      name: 'ignore',
      source: 'components/imports/import-bar.tsx',
      feed: 'ignoreEarlierDataAction',
      at: importActions,
    },
  ],
};
