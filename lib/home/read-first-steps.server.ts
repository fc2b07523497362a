import 'server-only';
import type { StepFacts } from '@/lib/home/first-steps';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findCreatedOrder } from '@/lib/orders/find-created-order.server';

/**
 * Returns which first steps are done, and whether the merchant has hidden the steps. `hasSentQuote` (whether a quote
 * was sent) comes from the caller. The step `names` is done while the app stores the customers of all orders. Without the
 * scope clients:read, the app cannot store them, so the step is absent.
 */
export async function readFirstSteps(
  context: Pick<InstallContext, 'installId' | 'db' | 'scopes'>,
  { hasSentQuote }: { hasSentQuote: boolean },
): Promise<{ steps: StepFacts; areStepsHidden: boolean }> {
  const { installId, db, scopes } = context;
  const hasOrder = await findCreatedOrder(context);
  return db.read(async (tx) => {
    const settings = await tx.setting.findMany({
      where: { installId, name: { in: ['quoteMessage', 'areStepsHidden', 'keepsCustomers'] } },
    });
    const shipped = await tx.operation.findFirst({
      where: { installId, state: 'succeeded', kind: { in: ['create_fulfillment', 'fulfill_rest'] } },
      select: { id: true },
    });
    const role = await tx.staffRole.findFirst({ where: { installId }, select: { role: true } });
    const install = await tx.install.findUnique({ where: { installId }, select: { defaultRole: true } });
    return {
      steps: {
        quote: hasSentQuote,
        ...(scopes.has('clients:read') && {
          names: settings.some(({ name, value }) => name === 'keepsCustomers' && value === true),
        }),
        message: settings.some(({ name }) => name === 'quoteMessage'),
        order: hasOrder,
        shipment: shipped !== null,
        staff: role !== null || (install !== null && install.defaultRole !== 'owner'),
      },
      areStepsHidden: settings.some(({ name, value }) => name === 'areStepsHidden' && value === true),
    };
  });
}
