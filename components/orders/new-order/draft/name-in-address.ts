/**
 * Writes the id of the draft into the URL, so that a reload or another device opens the same draft. In the form that
 * changes a quote, the URL already contains the id of the quote. If that form saves a draft with a different id, the
 * URL is changed to the URL of the new order form.
 */
export function nameInAddress(draftId: string | null): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get('draft') === draftId) return;
  const edited = /^(.*)\/quotes\/([^/]+)\/edit$/.exec(url.pathname);
  if (edited?.[2] === draftId) return;
  if (edited && draftId !== null) url.pathname = `${edited[1]}/orders/new`;
  if (draftId === null) url.searchParams.delete('draft');
  else url.searchParams.set('draft', draftId);
  window.history.replaceState(window.history.state, '', url);
}
