import { SheetScreen } from '@/components/cash/sheet/sheet-screen';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { undoPostingAction } from '@/app/(admin)/i/[installId]/cash/actions';

/** Screen for the remittance sheet of a carrier (the carrier's list of orders and amounts). */
export default async function SheetPage({ params }: { params: Promise<{ installId: string }> }) {
  const context = await openPage(params, 'post_cash', '/cash/sheet');
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  return <SheetScreen installId={context.installId} undo={undoPostingAction} />;
}
