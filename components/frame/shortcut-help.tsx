'use client';

import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/form/checkbox';
import { DialogPanel } from '@/components/ui/overlay/dialog-panel';
import { setShortcutsOn, useShortcutsOn } from '@/components/ui/shortcut-setting';
import { sections } from './sections';

/**
 * The keys of each shortcut, as the letters of a Latin keyboard. A shortcut belongs to the physical key, so
 * it works in any keyboard layout.
 */
const keys = [
  { name: 'palette', keys: ['Ctrl', 'K'] },
  { name: 'search', keys: ['/'] },
  { name: 'down', keys: ['J'] },
  { name: 'up', keys: ['K'] },
  { name: 'select', keys: ['X'] },
  { name: 'ship', keys: ['E'] },
  { name: 'print', keys: ['P'] },
  { name: 'help', keys: ['?'] },
] as const;

/** List of the keyboard shortcuts, with the switch that turns off single-letter shortcuts (U13). */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations('frame.shortcuts');
  const tFrame = useTranslations('frame');
  const on = useShortcutsOn();
  return (
    <DialogPanel open onOpenChange={onClose} title={t('title')} description={t('description')}>
      <Checkbox
        label={t('on')}
        checked={on}
        onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
      />
      <dl className="flex flex-col divide-y divide-line pb-4">
        {keys.map((entry) => (
          <Shortcut key={entry.name} name={t(`keys.${entry.name}`)} keys={entry.keys} />
        ))}
        {sections.map(({ name, shortcut }) => (
          <Shortcut key={name} name={tFrame(name)} keys={shortcut.replaceAll('Key', '').split(' ')} />
        ))}
      </dl>
    </DialogPanel>
  );
}

function Shortcut({ name, keys: pressed }: { name: string; keys: readonly string[] }) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <dt className="text-sm">{name}</dt>
      <dd dir="ltr" className="flex gap-1">
        {pressed.map((key) => (
          <kbd
            key={key}
            className="min-w-7 rounded-control border border-line-strong/60 bg-sunken px-2 text-center font-sans text-xs leading-6"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
