'use client';

import { useEffect, useRef, useState } from 'react';
import { Chip } from '@/components/ui/chip';
import type { ControlProps } from './field';
import { Input } from './input';

type TagInputProps = ControlProps & {
  tags: string[];
  onChange: (tags: string[]) => void;
  /**
   * Beginning of the accessible name of each remove button, such as "Remove tag". The text of the tag
   * follows.
   */
  removeLabel: string;
  /**
   * Maximum number of characters in a tag. A longer tag is not added and stays in the field. After each change of the
   * typed text, `onTooLong` is called: with the length of the longest typed tag if that tag is too long, and with null
   * otherwise.
   */
  lengthMax?: number;
  onTooLong?: (length: number | null) => void;
  /** Tags that the server has not confirmed yet. */
  pending?: ReadonlySet<string>;
  disabled?: boolean;
};

/**
 * Input for tags. Each tag is shown as a chip. Enter, a comma (also the Arabic one) or leaving the field adds the typed
 * tag.
 */
export function TagInput(props: TagInputProps) {
  const {
    tags,
    onChange,
    removeLabel,
    lengthMax = Infinity,
    onTooLong,
    pending,
    disabled,
    ...control
  } = props;
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { rendered, hold } = usePressHold({ tags, text });
  const add = (typed: string) => {
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const parts = typed.split(/[,،]/).map((tag) => tag.trim());
    const tooLong = parts.filter(({ length }) => length > lengthMax);
    const fresh = parts.filter(
      (tag) => tag !== '' && !tooLong.includes(tag) && !known.has(tag.toLowerCase()),
    );
    if (fresh.length > 0) onChange([...tags, ...new Set(fresh)]);
    setText(tooLong.join('، '));
  };
  const type = (typed: string) => {
    const lengths = typed.split(/[,،]/).map((tag) => tag.trim().length);
    const longest = Math.max(...lengths);
    onTooLong?.(longest > lengthMax ? longest : null);
    if (/[,،]/.test(typed) && longest <= lengthMax) add(typed);
    else setText(typed);
  };
  const remove = (tag: string, place: number) => {
    onChange(tags.filter((other) => other !== tag));
    // When a chip is removed, the focus would be lost. The focus therefore moves to the next chip, or to the previous
    // chip if there is no next chip.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[place + 1] ?? buttons[place - 1] ?? field.current)?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      {rendered.tags.length > 0 && (
        <ul ref={list} className="flex flex-wrap gap-2">
          {rendered.tags.map((tag, place) => (
            <li key={tag} className="max-w-full">
              <Chip
                removeLabel={removeLabel}
                remove={disabled ? null : () => remove(tag, place)}
                pending={pending?.has(tag) ?? false}
              >
                {tag}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <Input
        {...control}
        ref={field}
        disabled={disabled}
        value={rendered.text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          hold();
          add(text);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(text);
        }}
      />
    </div>
  );
}

/**
 * Keeps a rendered value unchanged while a mouse button is down or a finger taps. When the user presses a button on the
 * screen, the text field first loses the focus, and its tag is added as a chip. Without this hook, the new chip could
 * move the button away before the click.
 *
 * Call `hold` when the field loses the focus. After the click, `rendered` is the current value again.
 */
function usePressHold<Value>(value: Value): { rendered: Value; hold: () => void } {
  const [frozen, setFrozen] = useState<{ value: Value } | null>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // The browser fires click in the same task as mouseup. A timer runs after that task, so the value stays frozen
      // until after the click.
      setTimeout(() => setFrozen(null));
    };
    // Touch events are not needed to detect a tap, because browsers send mouse events for a tap too. They send them
    // when the finger is lifted. The field does not lose the focus before the mousedown event of the tap.
    const events = { mousedown: press, mouseup: release, dragend: release };
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener, true);
    return () => {
      for (const [name, listener] of Object.entries(events)) window.removeEventListener(name, listener, true);
    };
  }, []);
  const hold = () => {
    if (isPressed.current) setFrozen({ value });
  };
  return { rendered: frozen ? frozen.value : value, hold };
}
