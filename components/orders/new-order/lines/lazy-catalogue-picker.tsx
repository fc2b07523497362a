'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { CataloguePickerProps } from './catalogue-picker';
import { isScannedCode } from './scanned-code';

const loadPicker = () => import('./catalogue-picker').then(({ CataloguePicker }) => CataloguePicker);

/**
 * Placeholder for the field of the catalogue picker. The picker is loaded when the user first uses the field.
 * Text that the user has typed before that is not lost.
 */
export function LazyCataloguePicker(props: Omit<CataloguePickerProps, 'start'>) {
  const t = useTranslations('newOrder.picker');
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [entered, setEntered] = useState<string[]>([]);
  const [isWanted, setWanted] = useState(false);
  const renderPicker = useLazy(loadPicker, isWanted, () => setWanted(false));
  const field = useRef<HTMLInputElement>(null);
  // The user may have focused the field before this code was loaded, so the focus event was missed. The effect
  // therefore checks once whether the field has the focus.
  useEffect(() => {
    if (document.activeElement !== field.current) return;
    setFocused(true);
    setWanted(true);
  }, []);
  if (renderPicker) return renderPicker({ ...props, start: { text, isFocused, entered } });
  return (
    <Field label={t('label')} error={props.error}>
      {(control) => (
        <div className="relative" onPointerEnter={() => setWanted(true)}>
          <Search
            aria-hidden
            className="pointer-events-none absolute inset-y-0 start-3 z-10 my-auto size-4 text-ink-soft"
          />
          <Input
            {...control}
            ref={field}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={false}
            enterKeyHint="search"
            className="px-10"
            placeholder={t('placeholder')}
            value={text}
            onFocus={() => {
              setWanted(true);
              setFocused(true);
            }}
            onBlur={() => setFocused(false)}
            onChange={({ target }) => {
              setWanted(true);
              setText(target.value);
            }}
            onKeyDown={(event) => {
              // A scanner sends Enter after a code. The picker handles this Enter, so that Enter in this field never
              // submits the order.
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              const code = text.trim();
              setEntered((before) => [...before, code]);
              if (isScannedCode(code)) setText('');
            }}
          />
        </div>
      )}
    </Field>
  );
}
