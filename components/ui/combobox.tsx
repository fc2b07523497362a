'use client';

import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { ControlProps } from './field';
import { Input } from './input';
import { Spinner } from './spinner';

type ComboboxProps<Item> = ControlProps & {
  text: string;
  onText: (text: string) => void;
  /** The first time is when there is something to search for. */
  onOpen: () => void;
  items: { key: string; item: Item; content: ReactNode }[];
  onPick: (item: Item) => void;
  loading: boolean;
  /** Shown below the items: nothing found, no permission, an error with its retry. */
  note?: ReactNode;
  placeholder: string;
  /** Said aloud when the items change. */
  announcement: string;
  /** The items stand below the field all the time: it is all that is there. */
  inline?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A field that offers what fits as one types; focus stays in it (ARIA: combobox with aria-activedescendant). */
export function Combobox<Item>({ ref, ...props }: ComboboxProps<Item>) {
  const { id, items, onPick, onText, inline = false } = props;
  const [opened, setOpen] = useState(false);
  const open = opened || inline;
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const current = active < items.length ? active : -1;
  const optionId = (index: number) => `${id}-option-${index}`;

  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const pick = (index: number) => {
    const entry = items[index];
    if (!entry) return;
    setOpen(false);
    setActive(-1);
    onPick(entry.item);
  };
  const show = () => {
    setOpen(true);
    props.onOpen();
  };
  const step = (by: number) => {
    show();
    if (items.length > 0) setActive((current < 0 && by < 0 ? 0 : current + by + items.length) % items.length);
  };
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    // What is offered while a search is under way belongs to what was typed before.
    Enter: () => pick(current < 0 && !props.loading ? 0 : current),
    Escape: () => setOpen(false),
  };

  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 z-10 my-auto size-4 text-ink-soft"
      />
      <Input
        ref={ref}
        id={id}
        type="text"
        enterKeyHint="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && current >= 0 ? optionId(current) : undefined}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        className="px-10"
        placeholder={props.placeholder}
        value={props.text}
        onChange={(event) => {
          show();
          setActive(-1);
          onText(event.target.value);
        }}
        onClick={show}
        onKeyDown={(event) => {
          const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
          if (!act || (event.key === 'Escape' && (!open || inline))) return;
          event.preventDefault();
          act(event);
        }}
      />
      {props.loading && (
        <span className="absolute inset-y-0 end-3 flex items-center text-ink-soft">
          <Spinner />
        </span>
      )}
      <p aria-live="polite" className="sr-only">
        {open ? props.announcement : ''}
      </p>
      <div
        className={clsx(
          inline
            ? 'mt-2'
            : 'absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface shadow-float',
          (!open || (items.length === 0 && !props.note)) && 'hidden',
        )}
      >
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={props.placeholder}>
          {items.map((entry, index) => (
            <li
              key={entry.key}
              id={optionId(index)}
              role="option"
              aria-selected={index === current}
              className={clsx(
                'flex min-h-12 cursor-pointer items-center px-3 py-2 hover:bg-sunken',
                index === current && 'bg-brand-soft',
              )}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(index)}
            >
              {entry.content}
            </li>
          ))}
        </ul>
        {props.note && <div className="px-3 py-3 text-sm text-ink-soft">{props.note}</div>}
      </div>
    </div>
  );
}
