'use client';

import { type ComponentProps, type ReactNode, useState } from 'react';

type FileInputProps = ComponentProps<'input'> & {
  /** Text of the button, in the language of the screen. */
  choose: ReactNode;
};

/**
 * Input for one file. The browser labels its own file button in the language of the browser, which may differ from that
 * of the screen. The browser's input is therefore transparent and lies over our own button and the name of the chosen
 * file.
 */
export function FileInput({ choose, onChange, ...props }: FileInputProps) {
  const [name, setName] = useState<string>();
  return (
    <span className="relative flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <input
        {...props}
        type="file"
        onChange={(event) => {
          setName(event.target.files?.[0]?.name);
          onChange?.(event);
        }}
        className="peer absolute inset-0 w-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden
        className="inline-flex min-h-11 items-center rounded-control border border-line-strong/60 bg-surface px-4 text-sm font-semibold outline-offset-2 outline-brand peer-hover:bg-sunken peer-focus-visible:outline-2"
      >
        {choose}
      </span>
      {name !== undefined && <bdi className="min-w-0 text-sm break-words">{name}</bdi>}
    </span>
  );
}
