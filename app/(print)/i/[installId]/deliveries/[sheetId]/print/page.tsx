import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { SheetDocument } from '@/components/deliveries/sheet-document';
import { SheetId } from '@/lib/deliveries/delivery-commands';
import { readSheet } from '@/lib/deliveries/read-sheets.server';
import { type GivenQuery, readPrintChoice } from '@/lib/orders/print/print-query';
import { printedLocales } from '@/lib/shared/orders/print-path';
import { installPath } from '@/lib/shared/install-path';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { PrintPage } from '@/app/(print)/i/[installId]/orders/print-page';
import { queryText } from '@/app/(print)/i/[installId]/orders/query-text';

type PrintSheetPageProps = {
  params: Promise<{ installId: string; sheetId: string }>;
  searchParams: Promise<GivenQuery>;
};

/** Print page of a delivery sheet. */
export default async function PrintSheetPage({ params, searchParams }: PrintSheetPageProps) {
  const { sheetId } = await params;
  const query = await searchParams;
  const path = `/deliveries/${encodeURIComponent(sheetId)}/print${queryText(query)}`;
  const context = await openPage(params, 'see_personal_data', path);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const id = SheetId.safeParse(sheetId);
  const sheet = id.success ? await readSheet(context, id.data) : null;
  if (!sheet) notFound();
  const t = await getTranslations('deliveries');
  const tPrint = await getTranslations('print');
  const { lang, paper } = readPrintChoice(query, context.storeLocale);
  const { name, country } = context.store;
  return (
    <PrintPage
      title={t('sheetTitle', { driver: sheet.driver, day: sheet.day })}
      back={{
        href: installPath(context.installId, `/deliveries/${encodeURIComponent(sheetId)}`),
        label: tPrint('backToSheet'),
      }}
      choice={{ lang, paper }}
    >
      {printedLocales(lang).map((locale) => (
        <SheetDocument key={locale} sheet={sheet} store={{ name, country }} locale={locale} paper={paper} />
      ))}
    </PrintPage>
  );
}
