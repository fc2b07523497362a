/**
 * Returns the URL below which the files of the repository open, without a slash at the end; null if there is none. The
 * repository's own URL comes first. Without it, Visual Studio Code opens the files of a checkout on this machine.
 * `folder` is the path of the checkout as in a file URL.
 */
export function sourceUrl({
  repositoryUrl,
  isCheckout,
  folder,
}: {
  repositoryUrl: string | undefined;
  isCheckout: boolean;
  folder: string;
}): string | null {
  if (repositoryUrl !== undefined) return repositoryUrl;
  return isCheckout ? `vscode://file${folder}` : null;
}

/**
 * Returns the link to a file of the repository, which may end with a heading (`docs/patterns.md#inbox`). An editor
 * ignores headings, so its link has none. `isPage` is true if the link opens in the browser.
 */
export function sourceLink(url: string, place: string): { href: string; isPage: boolean } {
  const isPage = url.startsWith('https:');
  const [file = '', heading] = place.split('#');
  const address = `${url}/${file.split('/').map(encodeURIComponent).join('/')}`;
  return { href: isPage && heading !== undefined ? `${address}#${heading}` : address, isPage };
}
