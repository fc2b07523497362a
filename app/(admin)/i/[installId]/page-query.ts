/** The `searchParams` prop that Next passes to a page: a promise of the query parameters of the URL. */
export type PageQuery = Promise<Record<string, string | string[] | undefined>>;

/**
 * Converts the `searchParams` prop of a Next page to URLSearchParams. The code that reads the URL of a list can then be
 * the same on the server and in the browser.
 */
export async function pageQuery(searchParams: PageQuery): Promise<URLSearchParams> {
  return new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => [name, value]),
    ),
  );
}
