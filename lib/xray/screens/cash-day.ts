import type { XrayScreen } from '@/lib/xray/xray-block';

export const cashDay: XrayScreen = {
  path: '/cash/day',
  blocks: [
    {
      name: 'cashDayRecord',
      source: 'components/cash/day/day-content.tsx',
      feed: 'cashDayOptions',
      at: 'components/cash/day/day-queries.ts',
    },
    {
      name: 'cashDayClose',
      source: 'components/cash/day/close-form.tsx',
      feed: 'closeDayAction',
      at: 'app/(admin)/i/[installId]/cash/actions.ts',
    },
  ],
};
