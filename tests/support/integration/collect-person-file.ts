import type { PersonFile } from '@/lib/customers/person';

/** The personal data of one person as a file, with all pages of its lists. */
type CollectedPersonFile = {
  [Key in keyof PersonFile]: PersonFile[Key] extends AsyncIterable<infer Page> ? Page : PersonFile[Key];
};

/** Reads all lists of the file about a person. `onPage` is called with the number of rows of each page. */
export async function collectPersonFile(
  file: PersonFile,
  onPage: (rows: number) => void = () => undefined,
): Promise<CollectedPersonFile> {
  const all = async <Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const page of pages) {
      onPage(page.length);
      rows.push(...page);
    }
    return rows;
  };
  return {
    ...file,
    orders: await all(file.orders),
    quotes: await all(file.quotes),
    prices: await all(file.prices),
    stops: await all(file.stops),
    links: await all(file.links),
  };
}
