/** Writes the id of the draft into the URL, so that a reload or another device opens this draft again. */
export function nameInAddress(draftId: string | null): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get('draft') === draftId) return;
  if (draftId === null) url.searchParams.delete('draft');
  else url.searchParams.set('draft', draftId);
  window.history.replaceState(window.history.state, '', url);
}
