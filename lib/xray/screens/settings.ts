import type { XrayScreen } from '@/lib/xray/xray-block';

const left = { feed: 'listLeft', at: 'lib/adoption/list-left.server.ts' };
const adoptActions = 'app/(admin)/i/[installId]/settings/adopt/actions.ts';

export const settings: XrayScreen = {
  path: '/settings',
  blocks: [
    {
      name: 'grant',
      source: 'components/installs/scopes-card.tsx',
      ...{ feed: 'readGrant', at: 'lib/installs/read-grant.server.ts' },
      mirrors: ['getInstallation'],
    },
    {
      name: 'storeFacts',
      source: 'components/store/store-facts-card.tsx',
      ...{ feed: 'readComposerStore', at: 'lib/store/read-composer-store.server.ts' },
      asks: ['getStore'],
      mirrors: ['getStore'],
    },
    {
      name: 'quoteSettings',
      source: 'components/quotes/quote-settings-card.tsx',
      ...{ feed: 'saveSettingsAction', at: 'app/(admin)/i/[installId]/quotes/actions.ts' },
    },
    {
      name: 'screenChoice',
      source: 'components/settings/screen-card.tsx',
      ...{ feed: 'chooseScreenAction', at: 'app/(admin)/i/[installId]/settings/actions.ts' },
    },
    {
      name: 'people',
      source: 'components/installs/people-card.tsx',
      ...{ feed: 'listPeople', at: 'lib/installs/list-people.server.ts' },
    },
    { name: 'left', source: 'components/adoption/left-card.tsx', ...left },
  ],
};

export const adopt: XrayScreen = {
  path: '/settings/adopt',
  blocks: [
    {
      name: 'leftList',
      source: 'components/adoption/left-rows.tsx',
      ...{ feed: 'leftOptions', at: 'components/adoption/adoption-queries.ts' },
    },
    {
      name: 'adopt',
      source: 'components/adoption/left-bar.tsx',
      ...{ feed: 'adoptLeftAction', at: adoptActions },
    },
    {
      name: 'leave',
      source: 'components/adoption/left-bar.tsx',
      ...{ feed: 'leaveLeftAction', at: adoptActions },
    },
  ],
};
