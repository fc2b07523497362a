const place: typeof globalThis & { daftarTexts?: Map<string, unknown> } = globalThis;

/**
 * Returns the texts that the pages of this server process use, by the URL of their static file. `Texts` is the type of
 * all translated texts of one language. The layout stores them here, and MessageProvider reads them when the server
 * renders a page. They are on `globalThis`, because Next loads the modules of server components and of client components
 * separately.
 */
export function serverTexts<Texts>(): Map<string, Texts> {
  place.daftarTexts ??= new Map<string, unknown>();
  return place.daftarTexts as Map<string, Texts>;
}
