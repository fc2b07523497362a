'use client';

import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ControlProps } from './field';
import { Input } from './input';
import { Spinner } from '@/components/ui/feedback/spinner';

type ComboboxProps<Item> = ControlProps & {
  text: string;
  onText: (text: string) => void;
  /** Called each time the list of items opens. The caller can use the first call to start loading the items. */
  onOpen: () => void;
  items: { key: string; item: Item; content: ReactNode }[];
  onPick: (item: Item) => void;
  /**
   * Called if the user presses Enter while the items for the current text are still loading. A scanner, for example,
   * types a code and presses Enter immediately.
   */
  onEarlyEnter?: () => void;
  loading: boolean;
  /**
   * Text below the list of items, for example that nothing was found, that a permission is missing, or an error with a
   * retry button.
   */
  note?: ReactNode;
  placeholder: string;
  /** Text that screen readers read when the items change. */
  announcement: string;
  /** True if the list of items is always open below the field, because the screen shows nothing else. */
  inline?: boolean;
  /**
   * True if the field replaces a placeholder in which the user has already typed. The list then opens immediately, and
   * the user continues to type.
   */
  startsOpen?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/**
 * Text field that offers matching items while the user types. The focus stays in the field (ARIA: combobox with
 * aria-activedescendant).
 */
export function Combobox<Item>({ ref, ...props }: ComboboxProps<Item>) {
  const { id, onPick, onText, inline = false } = props;
  // After a typed letter, the field renders immediately. The list of items renders later, with lower priority, so that
  // typing stays fast.
  const items = useDeferredValue(props.items);
  const [opened, setOpen] = useState(props.startsOpen ?? false);
  const open = opened || inline;
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const current = active < items.length ? active : -1;

  useEffect(() => {
    if (current >= 0) list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const take = (entry: { item: Item } | undefined) => {
    if (!entry) return;
    setOpen(false);
    setActive(-1);
    onPick(entry.item);
  };
  const pick = (index: number) => take(items[index]);
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
    Enter: () => {
      if (current >= 0) return pick(current);
      if (props.loading) return props.onEarlyEnter?.();
      // Enter chooses the first of the newest items (`props.items`). The list on the screen is rendered later than the
      // field, so it may still show older items.
      take(props.items[0]);
    },
    Escape: () => setOpen(false),
  };

  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="relative">
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
          aria-activedescendant={open && current >= 0 ? optionId(id, current) : undefined}
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
      </div>
      <p aria-live="polite" className="sr-only">
        {open ? props.announcement : ''}
      </p>
      <div
        className={clsx(
          inline
            ? 'mt-2'
            : 'absolute inset-x-0 top-full z-30 mt-1 max-h-88 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface shadow-float',
          (!open || (items.length === 0 && !props.note)) && 'hidden',
        )}
      >
        <div
          onPointerDown={(event) => event.preventDefault()}
          onClick={(event) => pick(indexOf(event.target))}
        >
          <Options ref={list} id={id} label={props.placeholder} items={items} current={current} />
        </div>
        {props.note && <div className="px-3 py-3 text-sm text-ink-soft">{props.note}</div>}
      </div>
    </div>
  );
}

type OptionsProps = {
  id: string;
  label: string;
  items: { key: string; content: ReactNode }[];
  current: number;
  ref: Ref<HTMLUListElement>;
};

/** Memoized list of the items. It renders again only if the items change, so that typing stays fast. */
const Options = memo(function Options({ id, label, items, current, ref }: OptionsProps) {
  return (
    <ul ref={ref} id={`${id}-list`} role="listbox" aria-label={label}>
      {items.map((entry, index) => (
        <li
          key={entry.key}
          id={optionId(id, index)}
          data-index={index}
          role="option"
          aria-selected={index === current}
          className={clsx(
            'flex min-h-12 cursor-pointer items-center px-3 py-2 hover:bg-sunken',
            index === current && 'bg-brand-soft',
          )}
        >
          {entry.content}
        </li>
      ))}
    </ul>
  );
});

const optionId = (id: string, index: number) => `${id}-option-${index}`;

function indexOf(pressed: EventTarget): number {
  const option = pressed instanceof Element ? pressed.closest<HTMLElement>('[role="option"]') : null;
  return Number(option?.dataset.index ?? -1);
}
