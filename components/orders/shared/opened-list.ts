import { useEffect, useSyncExternalStore } from 'react';

/**
 * The orders list that this browser tab showed last. `text` is the canonical text of its filters, `href` its address
 * with these filters. A search text is not in the address (S8).
 */
export type OpenedList = { installId: string; text: string; href: string };

let opened: OpenedList | null = null;

/** Remembers the list on the screen, until the tab is reloaded or closed. The order page then leads back to it. */
export function useNoteOpenedList(installId: string, text: string): void {
  useEffect(() => {
    opened = { installId, text, href: window.location.pathname + window.location.search };
  }, [installId, text]);
}

const never = () => () => undefined;

/** Returns the list that the user left for this screen; null if the tab began with this screen. */
export function useOpenedList(installId: string): OpenedList | null {
  const list = useSyncExternalStore(
    never,
    () => opened,
    () => null,
  );
  return list?.installId === installId ? list : null;
}
