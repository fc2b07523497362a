'use client';

import type { ComponentProps } from 'react';
import { XrayPanel } from '@/components/xray/xray-panel';
import { PalettePanel } from './palette-panel';
import { ShortcutHelp } from './shortcut-help';

type FrameSheetProps = ComponentProps<typeof PalettePanel> & {
  shown: 'palette' | 'help' | 'xray';
};

/** What the row on top opens over the screen: fetched together, since what tells how to fetch each is first load too. */
export function FrameSheet({ shown, ...props }: FrameSheetProps) {
  if (shown === 'palette') return <PalettePanel {...props} />;
  if (shown === 'help') return <ShortcutHelp onClose={props.onClose} />;
  return <XrayPanel installId={props.installId} onClose={props.onClose} />;
}
