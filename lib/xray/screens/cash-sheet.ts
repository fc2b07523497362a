import type { XrayScreen } from '@/lib/xray/xray-block';

export const cashSheet: XrayScreen = {
  path: '/cash/sheet',
  blocks: [
    {
      name: 'sheetPreview',
      source: 'components/cash/sheet/sheet-preview.tsx',
      feed: 'readSheet',
      at: 'lib/cash/sheet/read-sheet.server.ts',
    },
    {
      name: 'sheetPost',
      source: 'components/cash/sheet/sheet-preview.tsx',
      feed: 'postSheet',
      at: 'lib/cash/sheet/post-sheet.server.ts',
    },
    {
      name: 'sheetUndo',
      source: 'components/cash/sheet/sheet-posted.tsx',
      feed: 'undoPostingAction',
      at: 'app/(admin)/i/[installId]/cash/actions.ts',
    },
  ],
};
