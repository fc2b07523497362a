import type { XrayScreen } from '@/lib/xray/xray-block';

const queries = 'components/operations/bulk-queries.ts';

export const activity: XrayScreen = {
  path: '/activity',
  blocks: [
    {
      name: 'activityList',
      source: 'components/operations/activity-list.tsx',
      feed: 'activityOptions',
      at: 'components/operations/activity-queries.ts',
      patterns: ['recorded-write', 'resending'],
    },
    {
      name: 'people',
      source: 'components/operations/activity-filter-panel.tsx',
      feed: 'listActors',
      at: 'lib/operations/activity/list-actors.server.ts',
    },
    {
      name: 'review',
      source: 'components/operations/review/review-form.tsx',
      feed: 'resolveReviewAction',
      at: 'app/(admin)/i/[installId]/activity/actions.ts',
      patterns: ['settling-by-reading', 'review-by-a-person'],
    },
    {
      name: 'activityExport',
      source: 'components/operations/activity-screen.tsx',
      feed: 'exportActivity',
      at: 'lib/operations/activity/export-activity.server.ts',
    },
  ],
};

export const runs: XrayScreen = {
  path: '/runs',
  blocks: [
    {
      name: 'runsList',
      source: 'components/operations/runs-screen.tsx',
      feed: 'bulkRunsOptions',
      at: queries,
    },
  ],
};

export const run: XrayScreen = {
  path: '/runs/[runId]',
  blocks: [
    {
      name: 'runProgress',
      source: 'components/operations/run-progress.tsx',
      feed: 'bulkRunOptions',
      at: queries,
    },
    { name: 'runRows', source: 'components/operations/run-rows.tsx', feed: 'bulkItemsOptions', at: queries },
    {
      name: 'runControls',
      source: 'components/operations/run-controls.tsx',
      feed: 'changeBulkRunAction',
      at: 'app/(admin)/i/[installId]/runs/actions.ts',
      requests: ['patchOrder', 'setOrderStatus', 'createFulfillment', 'createMovement'],
    },
  ],
};
