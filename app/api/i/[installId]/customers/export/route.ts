import { getTranslations } from 'next-intl/server';
import { personColumns, personCsv, personKinds, type PersonCsvWords } from '@/lib/customers/person-csv';
import { personJson } from '@/lib/customers/person-json';
import { PersonExportQuery } from '@/lib/customers/person-query';
import { readPersonFile } from '@/lib/customers/read-person-file.server';
import { csvClock } from '@/lib/shared/sheets/csv';
import { textStream } from '@/lib/shared/sheets/text-stream';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer } from '@/app/api/i/[installId]/read-route';
import { exportRoute } from '@/app/api/i/[installId]/export-route';

/**
 * Returns what the app stores about the person with a phone number (readPersonFile) as a CSV or JSON file. The file is
 * read and sent page by page. The phone number is posted in the body, because a URL must not contain it (S8). For the
 * same reason, the name of the file does not contain the number. Every role with the right `export` may also see
 * personal data, so only `export` is checked. This request changes no data.
 */
export const POST = exportRoute(async (context, request) => {
  if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
  const query = PersonExportQuery.parse(await request.json().catch(() => null));
  const person = await readPersonFile(context, query);
  if (!person) return answer(404, 'nothing_found');
  const { locale, store } = context;
  const fileOf = async (texts: AsyncGenerator<string, void, unknown>, type: string, extension: string) =>
    new Response(await textStream(texts, request.signal), {
      headers: {
        'content-type': type,
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="customer.${extension}"; filename*=UTF-8''customer.${extension}`,
      },
    });
  if (query.format === 'json') return fileOf(personJson(person), 'application/json', 'json');
  const t = await getTranslations({ locale, namespace: 'person.csv' });
  const words = {
    columns: Object.fromEntries(personColumns.map((column) => [column, t(column)])),
    kinds: Object.fromEntries(personKinds.map((kind) => [kind, t(kind)])),
    clock: csvClock(store.timezone),
  } as PersonCsvWords;
  return fileOf(personCsv(person, words), 'text/csv; charset=utf-8', 'csv');
});
