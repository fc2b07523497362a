/** Search parameters as Next passes them to a page. */
export type PageQuery = Promise<Record<string, string | string[] | undefined>>;

/** The search parameters of a page in the form in which the browser reads them, for the module of its list's URL. */
export async function pageQuery(searchParams: PageQuery): Promise<URLSearchParams> {
  return new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => [name, value]),
    ),
  );
}
