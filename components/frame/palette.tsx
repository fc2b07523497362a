'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { installPath } from '@/lib/shared/install-path';
import { type Place, sections } from './sections';

const loadSheet = () => import('./frame-sheet').then(({ FrameSheet }) => FrameSheet);

type PaletteProps = { installId: string; places: Place[]; hasXray: boolean };

/**
 * Buttons and keyboard shortcuts that open one of three dialogs: the command palette, the list of shortcuts, or the
 * X-ray. The X-ray shows where the data of the screen comes from.
 */
export function Palette({ installId, places, hasXray }: PaletteProps) {
  const t = useTranslations('frame');
  const router = useRouter();
  const [shown, setShown] = useState<'palette' | 'help' | 'xray' | null>(null);
  const close = () => setShown(null);
  const renderSheet = useLazy(loadSheet, shown !== null, close);
  const coming = renderSheet ? null : shown;
  const [typed, setTyped] = useTypedAhead(coming === 'palette');
  const openPalette = () => {
    setTyped('');
    setShown('palette');
  };
  useShortcuts({
    'Mod+KeyK': openPalette,
    'Shift+Slash': () => setShown('help'),
    ...Object.fromEntries(
      sections.map(({ path, shortcut }) => [shortcut, () => router.push(installPath(installId, path))]),
    ),
  });
  return (
    <>
      {hasXray && (
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          pending={coming === 'xray'}
          onClick={() => setShown('xray')}
        >
          {t('xray')}
        </Button>
      )}
      <Button
        variant="quiet"
        aria-label={t('palette.open')}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        pending={coming === 'palette'}
        className="w-11 px-0! text-ink-soft!"
        onClick={openPalette}
      >
        {coming === 'palette' ? null : <Search aria-hidden className="size-4.5" />}
      </Button>
      {shown &&
        renderSheet?.({ shown, typed, installId, places, onClose: close, onHelp: () => setShown('help') })}
    </>
  );
}

/**
 * Collects the text that the user types while the code of the command palette is loading. The collected keys do not
 * trigger keyboard shortcuts.
 */
function useTypedAhead(isComing: boolean) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (!isComing) return;
    const take = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      setTyped((before) => before + event.key);
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [isComing]);
  return [typed, setTyped] as const;
}
