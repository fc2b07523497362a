import { SheetsScreen } from '@/components/deliveries/sheets-screen';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { readSheets } from '@/lib/deliveries/read-sheets.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';

/** Screen with the newest delivery sheets. */
export default async function DeliveriesPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'fulfil', '/deliveries');
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  return <SheetsScreen installId={context.installId} {...(await readSheets(context))} />;
}
