'use client';

import type { ComponentProps } from 'react';
import { XrayPanel } from '@/components/xray/xray-panel';
import { PalettePanel } from './palette-panel';
import { ShortcutHelp } from './shortcut-help';

type FrameSheetProps = ComponentProps<typeof PalettePanel> & {
  shown: 'palette' | 'help' | 'xray';
};

/**
 * The sheets that the top row opens over the screen. They share one chunk, because code that loads each sheet
 * separately would add to the first load.
 */
export function FrameSheet({ shown, ...props }: FrameSheetProps) {
  if (shown === 'palette') return <PalettePanel {...props} />;
  if (shown === 'help') return <ShortcutHelp onClose={props.onClose} />;
  return <XrayPanel installId={props.installId} onClose={props.onClose} />;
}
