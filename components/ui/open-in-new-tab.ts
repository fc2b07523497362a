/**
 * Opens a URL of another site in a new tab. That site receives no referrer and gets no access to this tab. Call this
 * function during a press, because browsers block new tabs at any other time. Before the press, the URL is in no
 * attribute of the page.
 */
export function openInNewTab(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.click();
}
