'use client';

import type { ComponentProps } from 'react';
import { XrayPanel } from '@/components/xray/xray-panel';
import { PalettePanel } from './palette-panel';
import { ShortcutHelp } from './shortcut-help';

type FrameSheetProps = ComponentProps<typeof PalettePanel> & {
  shown: 'palette' | 'help' | 'xray';
};

/**
 * The dialogs that the buttons of the top row open: command palette, list of shortcuts, and X-ray (where the
 * data of the screen comes from). All three are in one code chunk. With three chunks, the code that loads
 * them would make the first load larger.
 */
export function FrameSheet({ shown, ...props }: FrameSheetProps) {
  if (shown === 'palette') return <PalettePanel {...props} />;
  if (shown === 'help') return <ShortcutHelp onClose={props.onClose} />;
  return <XrayPanel installId={props.installId} onClose={props.onClose} />;
}
