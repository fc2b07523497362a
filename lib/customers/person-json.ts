import { type PersonFile, personSections } from '@/lib/customers/person';

/** Returns everything that the app has stored about a person as the text of a JSON file, in parts. */
export async function* personJson(file: PersonFile): AsyncGenerator<string, void, unknown> {
  const { phone, name, orderCount, lastParcels } = file;
  yield indented({ phone, name, orderCount, lastParcels }, '').slice(0, -'\n}'.length);
  for (const section of personSections) {
    yield `,\n  "${section}": [`;
    let separator = '\n    ';
    for await (const page of file[section])
      for (const row of page) {
        yield separator + indented(row, '    ');
        separator = ',\n    ';
      }
    yield separator.startsWith(',') ? '\n  ]' : ']';
  }
  yield '\n}\n';
}

const indented = (value: object, indent: string) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
