'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useLate } from '@/components/ui/use-late';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { installPath } from '@/lib/shared/install-path';
import { type Place, sections } from './sections';

const loadPanel = () => import('./palette-panel').then(({ PalettePanel }) => PalettePanel);
const loadHelp = () => import('./shortcut-help').then(({ ShortcutHelp }) => ShortcutHelp);

type PaletteProps = { installId: string; places: Place[] };

/** The button and the keys that lead anywhere, and the list of keys; both are fetched when they are first asked for. */
export function Palette({ installId, places }: PaletteProps) {
  const t = useTranslations('frame');
  const router = useRouter();
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  const close = () => setShown(null);
  const drawPanel = useLate(loadPanel, shown === 'palette', close);
  const drawHelp = useLate(loadHelp, shown === 'help', close);
  useShortcuts({
    'Mod+KeyK': () => setShown('palette'),
    'Shift+Slash': () => setShown('help'),
    ...Object.fromEntries(
      sections.map(({ path, shortcut }) => [shortcut, () => router.push(installPath(installId, path))]),
    ),
  });
  return (
    <>
      <Button
        look="quiet"
        aria-label={t('palette.open')}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        pending={shown === 'palette' && !drawPanel}
        className="w-11 px-0! text-ink-soft!"
        onClick={() => setShown('palette')}
      >
        {shown === 'palette' && !drawPanel ? null : <Search aria-hidden className="size-4.5" />}
      </Button>
      {shown === 'palette' &&
        drawPanel?.({ installId, places, onClose: close, onHelp: () => setShown('help') })}
      {shown === 'help' && drawHelp?.({ onClose: close })}
    </>
  );
}
