import 'server-only';
import { randomUUID } from 'node:crypto';
import { postCash } from '@/lib/cash/post-cash.server';
import type { ConfirmSheetCommand, SheetId } from '@/lib/deliveries/delivery-commands';
import { lockSheet, readDue, stopsOf } from '@/lib/deliveries/delivery-rows.server';
import { findOtherCarriers, leftToCollect } from '@/lib/deliveries/find-other-carriers.server';
import type { ChangedDue, ConfirmSheetOutcome } from '@/lib/deliveries/delivery-view';
import { isSame, resultColumns } from '@/lib/deliveries/link/record-answer.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { type BulkPorts, missingScopeOf } from '@/lib/operations/operation-ports.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { type NoRight, refusalOf } from '@/lib/shared/roles/roles';
import { dbNow, type Tx } from '@/lib/system/db';
import type { DeliveryStop } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';

type Outcome = ConfirmSheetOutcome | NoRight | { code: 'not_found'; status: 404 };

/**
 * Confirms a delivery sheet. Nothing is sent to the platform before the confirmation.
 *
 * 1. One transaction stores the results and the id of the confirmation. After that, the driver's link shows nothing.
 * 2. The collected amounts are posted in the cash notebook.
 * 3. A bulk run sets the status of the delivered orders.
 *
 * The posting and the bulk run have the id of the confirmation, so neither of them happens twice. If the process
 * crashes between two steps, the merchant presses the button again, and the confirmation continues with the stored
 * results.
 */
export async function confirmSheet(
  context: InstallContext,
  command: ConfirmSheetCommand,
  ports: BulkPorts,
): Promise<Outcome> {
  const stored = await storeResults(context, command, ports);
  return 'code' in stored ? stored : finish(context, command.sheetId, stored, ports);
}

/** A stored confirmation of a delivery sheet, with the stops that the next steps of the confirmation need. */
type Stored = { confirmId: string; carrierId: string; stops: DeliveryStop[] };

async function storeResults(
  { installId, db, actor, role, scopes }: InstallContext,
  { sheetId, operationId, stops: given }: ConfirmSheetCommand,
  ports: BulkPorts,
): Promise<Stored | Outcome> {
  return db.transaction(async (tx): Promise<Stored | Outcome> => {
    const sheet = await lockSheet(tx, installId, sheetId);
    if (!sheet) return { code: 'not_found', status: 404 };
    const stops = await stopsOf(tx, installId, sheetId);
    const byId = new Map(given.map((one) => [one.stopId, one]));
    const isStored = (stop: DeliveryStop) => {
      const one = byId.get(stop.id);
      return !one || (one.result ? isSame(stop, one.result) : stop.answer === null);
    };
    // The delivery sheet may already be confirmed with other results: two users confirmed it, or one user changed the
    // results after the first response was lost. The results of this request are then not stored, so the outcome must
    // not be `confirmed`.
    if (sheet.confirmId && !stops.every(isStored)) return { code: 'confirmed_by_other', status: 409 };
    if (sheet.finishedAt) return { code: 'confirmed', status: 200 };
    const refusal = refusalOf(role, ['post_cash']);
    if (sheet.confirmId) {
      if (refusal && stops.some(isPaid)) return refusal;
      return { confirmId: sheet.confirmId, carrierId: sheet.carrierId, stops };
    }
    if (stops.some((stop) => !byId.has(stop.id) || byId.get(stop.id)?.seen !== stop.answerId))
      return { code: 'changed', status: 409 };
    const results = given.flatMap(({ result }) => result ?? []);
    if (results.length === 0) return { code: 'nothing', status: 409 };
    // A user without the right to post cash may neither change nor remove an amount that the driver reported. Such a
    // user may have replaced the driver's answer at the link, so the replaced amounts count too.
    const wasPaid = (stop: DeliveryStop) => isPaid(stop) || stop.earlierPaidMinor !== null;
    if (refusal && (stops.some(wasPaid) || results.some(({ answer }) => answer === 'paid'))) return refusal;
    const targets = stops.flatMap((stop) => {
      const answer = byId.get(stop.id)?.result?.answer;
      return answer === 'delivered' || answer === 'paid' ? targetOf(stop) : [];
    });
    const scope = targets.length > 0 && missingScopeOf(ports, workOf(targets), scopes);
    if (scope) return { code: 'missing_scope', status: 403, scope };
    const dues = await readDues(tx, installId, sheet.carrierId, stops);
    const changed = changedDues(dues, byId);
    if (changed.length > 0) return { code: 'due_changed', status: 409, stops: changed };
    const now = await dbNow(tx);
    for (const { stop, shown, now: left } of dues) {
      const result = byId.get(stop.id)?.result ?? null;
      const answered = result && { answerId: stop.answerId ?? randomUUID(), ...resultColumns(stop, result) };
      await tx.deliveryStop.update({
        where: { installId_sheetId_id: { installId, sheetId, id: stop.id } },
        data: {
          ...(answered
            ? { ...answered, answeredAt: stop.answeredAt ?? now }
            : { answerId: null, answer: null, paidMinor: null, reasonEnc: null, answeredAt: null }),
          // From now on, the stop has the amount to collect and not the open amount of the order. The function finish()
          // posts a collected amount only if the order still has this amount to collect.
          dueMinor: answered?.answer === 'paid' ? left : shown,
        },
      });
    }
    await tx.deliverySheet.update({
      where: { installId_id: { installId, id: sheetId } },
      data: { confirmId: operationId, confirmedAt: now, confirmedName: actor?.name ?? null },
    });
    await notifyLive(tx, { installId, kind: 'delivery', id: sheetId });
    return {
      confirmId: operationId,
      carrierId: sheet.carrierId,
      stops: await stopsOf(tx, installId, sheetId),
    };
  });
}

const isPaid = (stop: DeliveryStop) => stop.answer === 'paid';

const targetOf = ({ orderId }: Pick<DeliveryStop, 'orderId'>) => [{ orderId: OrderId.parse(orderId) }];

const workOf = (targets: ReturnType<typeof targetOf>) => ({
  kind: 'set_order_status' as const,
  input: { status: 'delivered' as const },
  targets,
});

/**
 * A stop of an open sheet. `shown`: the amount to collect that the sheet shows. `now`: the amount to collect now. `open`:
 * the open amount of the order in the cash notebook now.
 */
type StopDue = { stop: DeliveryStop; shown: bigint; now: bigint; open: bigint };

async function readDues(
  tx: Tx,
  installId: InstallId,
  carrierId: string,
  stops: readonly DeliveryStop[],
): Promise<StopDue[]> {
  const orderIds = stops.map(({ orderId }) => orderId);
  const due = await readDue(tx, installId, orderIds);
  const allOthers = await findOtherCarriers(tx, installId, orderIds, carrierId);
  return stops.map((stop) => {
    const [open, others] = [due.get(stop.orderId) ?? 0n, allOthers.get(stop.orderId)];
    return { stop, shown: leftToCollect(stop.dueMinor, others), now: leftToCollect(open, others), open };
  });
}

/**
 * Returns the paid stops of which the user has not confirmed the amount to collect that the order has now. If there is
 * such a stop, the result also has the stops that differ only from the shown amount, because the screen keeps the new
 * amounts of the last response only.
 */
function changedDues(
  dues: readonly StopDue[],
  given: ReadonlyMap<string, ConfirmSheetCommand['stops'][number]>,
): ChangedDue[] {
  const paid = dues.flatMap((due) => {
    const one = given.get(due.stop.id);
    return one?.result?.answer === 'paid' ? [{ ...due, isConfirmed: due.now === BigInt(one.dueMinor) }] : [];
  });
  if (paid.every(({ isConfirmed }) => isConfirmed)) return [];
  return paid.flatMap(({ stop: { id, orderNumber, currency, decimals }, shown, now, isConfirmed }) =>
    isConfirmed && now === shown
      ? []
      : [{ stopId: id, number: orderNumber, due: { amount_minor: Number(now), currency, decimals } }],
  );
}

/**
 * Posts the amounts and starts the bulk run. The cash notebook refuses the amounts if an amount to collect has changed
 * since the results were stored. A second attempt would be refused for the same reason, so the user must record these amounts
 * in the notebook. The amount of an order that the store deleted cannot be recorded. It is left out, and the sheet says
 * so.
 */
async function finish(
  context: InstallContext,
  sheetId: SheetId,
  { confirmId, carrierId, stops }: Stored,
  ports: BulkPorts,
): Promise<Outcome> {
  const { installId, db } = context;
  const paid = await db.transaction((tx) => readDues(tx, installId, carrierId, stops.filter(isPaid)));
  const lines = paid.map(({ stop: { orderId, paidMinor, dueMinor, currency }, open, now }) => ({
    orderId: OrderId.parse(orderId),
    kind: 'remitted' as const,
    amountMinor: Number(paidMinor),
    currency,
    // The notebook compares the open amount, which also has the part with other carriers. An amount to collect of 0 is not
    // compared. In the notebook, the open amount may then be negative, or the order may be missing.
    ...(dueMinor > 0n && { openMinor: Number(dueMinor + open - now) }),
  }));
  const posting = { postingId: confirmId, source: 'by_hand' as const, sheetHash: null, note: '', lines };
  const posted = lines.length > 0 ? await postCash(context, { ...posting, skipsUnknown: true }) : null;
  const targets = stops.flatMap(({ answer, orderId }) =>
    answer === 'delivered' || answer === 'paid' ? targetOf({ orderId }) : [],
  );
  const run = targets.length > 0 ? await startBulkRun(context, confirmId, workOf(targets), ports) : null;
  // The scope was checked before the results were stored. So if the scope is missing now, it was removed after that
  // check.
  const scope = run?.code === 'missing_scope' && missingScopeOf(ports, workOf(targets), context.scopes);
  if (scope) return { code: 'missing_scope', status: 403, scope };
  if (run && run.code !== 'done') return { code: 'unfinished', status: 409 };
  await db.transaction(async (tx) => {
    const isPosted = posted?.code === 'posted' || posted?.code === 'posting_undone';
    const entries = await tx.cashEntry.count({
      where: { installId, postingId: confirmId, isReversal: false },
    });
    const isCashRefused = posted !== null && !(isPosted && entries === lines.length);
    await tx.deliverySheet.updateMany({
      where: { installId, id: sheetId, finishedAt: null },
      data: { finishedAt: await dbNow(tx), isCashRefused },
    });
    await notifyLive(tx, { installId, kind: 'delivery', id: sheetId });
  });
  return { code: 'confirmed', status: 200 };
}
