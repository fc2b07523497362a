import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { DayDocument } from '@/components/cash/day/day-document';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { readDayRecord } from '@/lib/cash/day/read-day-record.server';
import { type GivenQuery, readPrintChoice } from '@/lib/orders/print/print-query';
import { printedLocales } from '@/lib/shared/orders/print-path';
import { installPath } from '@/lib/shared/install-path';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { PrintPage } from '@/app/(print)/i/[installId]/orders/print-page';
import { queryText } from '@/app/(print)/i/[installId]/orders/query-text';

type PrintDayPageProps = {
  params: Promise<{ installId: string; recordId: string }>;
  searchParams: Promise<GivenQuery>;
};

/** Print page of one version of the record of a closed day. */
export default async function PrintDayPage({ params, searchParams }: PrintDayPageProps) {
  const { recordId } = await params;
  const query = await searchParams;
  const path = `/cash/day/${encodeURIComponent(recordId)}/print${queryText(query)}` as const;
  const context = await openPage(params, 'see_cash', path);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const id = z.uuid().safeParse(recordId);
  const record = id.success ? await readDayRecord(context, id.data) : null;
  if (!record) notFound();
  const t = await getTranslations('cashDay.document');
  const tPrint = await getTranslations('print');
  const { lang, paper } = readPrintChoice(query, context.storeLocale);
  return (
    <PrintPage
      title={t('title', { day: record.day })}
      back={{ href: installPath(context.installId, '/cash/day'), label: tPrint('backToCashDay') }}
      choice={{ lang, paper }}
    >
      {printedLocales(lang).map((locale) => (
        <DayDocument key={locale} record={record} store={context.store} locale={locale} paper={paper} />
      ))}
    </PrintPage>
  );
}
