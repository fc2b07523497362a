import { useEffect, useSyncExternalStore } from 'react';

/**
 * The orders list that this browser tab showed last. `text` is the canonical text of the list's filters. `href` is the
 * URL of the list with these filters. The URL contains no search text that can be a customer's phone or name (S8).
 */
export type OpenedList = { installId: string; text: string; href: string };

let opened: OpenedList | null = null;

/**
 * Records the list on the screen as the list that the tab showed last. The order page then has a link back to this
 * list. The record is lost when the tab is reloaded or closed.
 */
export function useNoteOpenedList(installId: string, text: string): void {
  useEffect(() => {
    opened = { installId, text, href: window.location.pathname + window.location.search };
  }, [installId, text]);
}

const never = () => () => undefined;

/** Returns the orders list of the install that the tab showed last; null if the tab has shown no list. */
export function useOpenedList(installId: string): OpenedList | null {
  const list = useSyncExternalStore(
    never,
    () => opened,
    () => null,
  );
  return list?.installId === installId ? list : null;
}
