/**
 * Hands the file to the browser's downloads once all of it is here: what broke off midway is none. Fetched, because a
 * link's download leaves the iframe's cookies behind. Answers whether there is one.
 */
export async function downloadFile(path: string): Promise<boolean> {
  try {
    const response = await fetch(path);
    if (!response.ok) return false;
    const file = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = file;
    link.download = nameOf(response.headers.get('content-disposition'));
    link.click();
    // Some browsers begin to read it only after this task.
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
    return true;
  } catch {
    return false;
  }
}

function nameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'export.csv' : decodeURIComponent(encoded);
}
