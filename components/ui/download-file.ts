/**
 * Downloads a file after all of it has arrived, so that a broken transfer saves nothing. It uses fetch, because a link
 * download does not send the iframe's cookies. Returns whether it worked.
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
    // Some browsers start to read the URL only after this task.
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
