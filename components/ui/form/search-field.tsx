'use client';

import { Search, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Input } from './input';
import { Spinner } from '@/components/ui/feedback/spinner';
import { useShortcuts } from '@/components/ui/use-shortcuts';

type SearchFieldProps = {
  /** Current search text. If the caller changes it (for example, after Back), the field shows the new text. */
  q: string;
  /** Called with the search text when the user pauses typing, or immediately on Enter or when the field is cleared. */
  onSearch: (words: string) => void;
  words: { label: string; placeholder: string; clear: string };
  /** HTML id of the element that describes the search field. */
  describedBy?: string;
  searching: boolean;
};

const typingPauseMs = 300;
/** Maximum number of characters that the server accepts in a search text. */
const lengthMax = 100;

/**
 * Search field that searches while the user types. The "/" key moves the focus to it. `onSearch` must be the same
 * function in every render, because a new function restarts the pause before a search.
 */
export function SearchField({ q, onSearch, words: labels, describedBy, searching }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const [known, setKnown] = useState({ seen: q, sent: q });
  if (q !== known.seen) {
    setKnown({ seen: q, sent: q });
    // `q` has changed. If this field itself has sent the new `q`, the field keeps what the user has typed since then.
    // If `q` was changed elsewhere (by Back, a filter chip or a saved view), the field shows the new `q`.
    if (q !== known.sent) setText(q);
  }

  const words = text.trim();
  const send = useCallback(() => {
    setKnown((before) => ({ ...before, sent: words }));
    onSearch(words);
  }, [words, onSearch]);
  useEffect(() => {
    if (words === q) return;
    const timer = setTimeout(send, typingPauseMs);
    return () => clearTimeout(timer);
  }, [words, q, send]);
  useShortcuts({ Slash: () => field.current?.focus() });

  const clear = () => {
    setText('');
    setKnown((before) => ({ ...before, sent: '' }));
    onSearch('');
    field.current?.focus();
  };

  return (
    <form
      role="search"
      className="relative min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 z-10 my-auto size-4 text-ink-soft"
      />
      <Input
        ref={field}
        type="text"
        enterKeyHint="search"
        aria-label={labels.label}
        aria-describedby={describedBy}
        aria-keyshortcuts="/"
        placeholder={labels.placeholder}
        maxLength={lengthMax}
        className="ps-10 pe-12 text-ellipsis"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || text === '') return;
          event.preventDefault();
          clear();
        }}
      />
      {searching ? (
        <span className="absolute inset-y-0 end-3.5 flex items-center text-ink-soft">
          <Spinner />
        </span>
      ) : (
        text !== '' && (
          <button
            type="button"
            aria-label={labels.clear}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-soft hover:text-ink"
            onClick={clear}
          >
            <X aria-hidden className="size-4" />
          </button>
        )
      )}
    </form>
  );
}
