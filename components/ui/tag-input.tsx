'use client';

import { useState } from 'react';
import { Chip } from './chip';
import type { ControlProps } from './field';
import { Input } from './input';

type TagInputProps = ControlProps & {
  tags: string[];
  onChange: (tags: string[]) => void;
  /** "Remove tag": the tag itself follows. */
  removeLabel: string;
};

/** Tags as chips: Enter, a comma (Arabic too) or leaving the field adds what was typed. */
export function TagInput({ tags, onChange, removeLabel, ...control }: TagInputProps) {
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const fresh = typed
      .split(/[,،]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '' && !known.has(tag.toLowerCase()));
    if (fresh.length > 0) onChange([...tags, ...new Set(fresh)]);
    setText('');
  };
  return (
    <div className="flex flex-col gap-2">
      <Input
        {...control}
        value={text}
        onChange={(event) =>
          /[,،]/.test(event.target.value) ? add(event.target.value) : setText(event.target.value)
        }
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(text);
        }}
      />
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Chip removeLabel={removeLabel} remove={() => onChange(tags.filter((kept) => kept !== tag))}>
                {tag}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
