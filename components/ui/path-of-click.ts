/**
 * Returns the link that a click opens in this window, and the path of the link. Returns null if the click
 * opens no link, opens another window, leaves the app or stays on the same page.
 */
export function pathOfClick(event: MouseEvent): { link: HTMLAnchorElement; path: string } | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return null;
  const url = new URL(link.href);
  const isElsewhere = url.origin !== window.location.origin || url.protocol === 'blob:';
  // A link to another place on the same page does not leave the page, so it is ignored.
  if (isElsewhere || url.pathname + url.search === window.location.pathname + window.location.search)
    return null;
  return { link, path: url.pathname + url.search + url.hash };
}
