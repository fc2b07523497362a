import { getTranslations } from 'next-intl/server';
import { personCsv, personColumns } from '@/lib/customers/person-csv';
import { PersonExportQuery } from '@/lib/customers/person-query';
import { readPersonFile } from '@/lib/customers/read-person-file.server';
import { csvClock } from '@/lib/shared/sheets/csv';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer } from '@/app/api/i/[installId]/read-route';
import { exportRoute } from '@/app/api/i/[installId]/export-route';

/**
 * Returns what the app stores about the person with a phone number (readPersonFile) as a file: CSV, or JSON. The number is
 * posted in the body, because a URL must not contain it (S8). The name of the file does not contain it either. Every role with the
 * right `export` may see personal data. This request changes no data.
 */
export const POST = exportRoute(async (context, request) => {
  if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
  const query = PersonExportQuery.parse(await request.json().catch(() => null));
  const person = await readPersonFile(context, query);
  if (!person) return answer(404, 'nothing_found');
  const { locale, store } = context;
  if (query.format === 'json') return fileOf(JSON.stringify(person, null, 2), 'application/json', 'json');
  const t = await getTranslations({ locale, namespace: 'person.csv' });
  const csv = personCsv(person, {
    columns: Object.fromEntries(personColumns.map((column) => [column, t(column)])) as Record<
      (typeof personColumns)[number],
      string
    >,
    kinds: {
      person: t('person'),
      order: t('order'),
      quote: t('quote'),
      price: t('price'),
      stop: t('stop'),
      link: t('link'),
    },
    clock: csvClock(store.timezone),
  });
  return fileOf(csv, 'text/csv; charset=utf-8', 'csv');
});

const fileOf = (content: string, type: string, extension: string) =>
  new Response(content, {
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="customer.${extension}"; filename*=UTF-8''customer.${extension}`,
    },
  });
