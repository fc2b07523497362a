import { notFound } from 'next/navigation';
import { SheetScreen } from '@/components/deliveries/sheet-screen';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { SheetId } from '@/lib/deliveries/delivery-commands';
import { readSheet } from '@/lib/deliveries/read-sheets.server';
import { env } from '@/lib/system/env';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import {
  confirmSheetAction,
  createSheetLinkAction,
  shipSheetAction,
  withdrawSheetLinkAction,
} from '@/app/(admin)/i/[installId]/deliveries/actions';
import { setOrderStatusAction } from '@/app/(admin)/i/[installId]/orders/[orderId]/actions';

type SheetPageProps = { params: Promise<{ installId: string; sheetId: string }> };

/** One delivery sheet: its stops, the driver's link and answers, and the confirmation. */
export default async function DeliverySheetPage({ params }: SheetPageProps) {
  const { sheetId } = await params;
  const context = await openPage(params, 'fulfil', `/deliveries/${encodeURIComponent(sheetId)}`);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const id = SheetId.safeParse(sheetId);
  const sheet = id.success ? await readSheet(context, id.data) : null;
  if (!sheet) notFound();
  const { installId, store, storeLocale } = context;
  return (
    <SheetScreen
      installId={installId}
      sheet={sheet}
      sharing={{ appUrl: env().APP_URL, storeName: store.name, storeLocale }}
      actions={{
        createLink: createSheetLinkAction,
        withdrawLink: withdrawSheetLinkAction,
        confirm: confirmSheetAction,
        ship: shipSheetAction,
        setFailed: setOrderStatusAction,
      }}
    />
  );
}
