import 'server-only';
import { randomUUID } from 'node:crypto';
import { postCash } from '@/lib/cash/post-cash.server';
import type { ConfirmSheetCommand, SheetId } from '@/lib/deliveries/delivery-commands';
import { type Due, lockSheet, readDue, stopsOf } from '@/lib/deliveries/delivery-rows.server';
import type { ChangedDue, ConfirmSheetOutcome } from '@/lib/deliveries/delivery-view';
import { isSame, resultColumns } from '@/lib/deliveries/link/record-answer.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { startBulkRun } from '@/lib/operations/bulk/start-bulk-run.server';
import { type BulkPorts, missingScopeOf } from '@/lib/operations/operation-ports.server';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { currencyKey } from '@/lib/shared/numbers/money';
import { type NoRight, refusalOf } from '@/lib/shared/roles/roles';
import { dbNow } from '@/lib/system/db';
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
type Stored = { confirmId: string; stops: DeliveryStop[] };

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
      return { confirmId: sheet.confirmId, stops };
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
    const due = await readDue(
      tx,
      installId,
      stops.map(({ orderId }) => orderId),
    );
    const changed = changedDues(stops, byId, due);
    if (changed.length > 0) return { code: 'due_changed', status: 409, stops: changed };
    const now = await dbNow(tx);
    for (const stop of stops) {
      const result = byId.get(stop.id)?.result ?? null;
      const answered = result && { answerId: stop.answerId ?? randomUUID(), ...resultColumns(stop, result) };
      await tx.deliveryStop.update({
        where: { installId_sheetId_id: { installId, sheetId, id: stop.id } },
        data: answered
          ? {
              ...answered,
              answeredAt: stop.answeredAt ?? now,
              // The open amount of the order now. The function finish() posts the collected amount only if the order
              // still has this open amount.
              ...(answered.answer === 'paid' && { dueMinor: dueNow(stop, due) }),
            }
          : { answerId: null, answer: null, paidMinor: null, reasonEnc: null, answeredAt: null },
      });
    }
    await tx.deliverySheet.update({
      where: { installId_id: { installId, id: sheetId } },
      data: { confirmId: operationId, confirmedAt: now, confirmedName: actor?.name ?? null },
    });
    await notifyLive(tx, { installId, kind: 'delivery', id: sheetId });
    return { confirmId: operationId, stops: await stopsOf(tx, installId, sheetId) };
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
 * Returns the open amount that the order of a stop has now. If the order now has another currency or other decimals, the
 * amounts cannot be compared. Then it returns the stored amount, and the cash notebook refuses the collected amount.
 */
function dueNow(stop: DeliveryStop, due: ReadonlyMap<string, Due>): bigint {
  const open = due.get(stop.orderId);
  if (!open) return 0n;
  return currencyKey(open) === currencyKey(stop) ? open.dueMinor : stop.dueMinor;
}

/**
 * Returns the paid stops of which the user has not confirmed the open amount that the order has now. `due` has the
 * current open amounts by order id. If there is such a stop, the result also has the stops that differ only from the
 * stored amount, because the screen keeps the new amounts of the last response only.
 */
function changedDues(
  stops: readonly DeliveryStop[],
  given: ReadonlyMap<string, ConfirmSheetCommand['stops'][number]>,
  due: ReadonlyMap<string, Due>,
): ChangedDue[] {
  const paid = stops.flatMap((stop) => {
    const one = given.get(stop.id);
    if (one?.result?.answer !== 'paid') return [];
    const now = dueNow(stop, due);
    return [{ stop, now, isConfirmed: now === BigInt(one.dueMinor) }];
  });
  if (paid.every(({ isConfirmed }) => isConfirmed)) return [];
  return paid.flatMap(({ stop: { id, orderNumber, dueMinor, currency, decimals }, now, isConfirmed }) =>
    isConfirmed && now === dueMinor
      ? []
      : [{ stopId: id, number: orderNumber, due: { amount_minor: Number(now), currency, decimals } }],
  );
}

/**
 * Posts the amounts and starts the bulk run. The cash notebook refuses the amounts if an open amount has changed since
 * the results were stored. A second attempt would be refused for the same reason, so the user must record these amounts
 * in the notebook. The amount of an order that the store deleted cannot be recorded. It is left out, and the sheet says
 * so.
 */
async function finish(
  context: InstallContext,
  sheetId: SheetId,
  { confirmId, stops }: Stored,
  ports: BulkPorts,
): Promise<Outcome> {
  const { installId, db } = context;
  const lines = stops.filter(isPaid).map(({ orderId, paidMinor, dueMinor, currency, decimals }) => ({
    orderId: OrderId.parse(orderId),
    kind: 'remitted' as const,
    amountMinor: Number(paidMinor),
    currency,
    decimals,
    // An open amount of 0 is not compared with the cash notebook. In the notebook, the amount may be negative, or the
    // order may be missing.
    ...(dueMinor > 0n && { openMinor: Number(dueMinor) }),
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
  // A release before this one could have started the run with another request. The id belongs to this confirmation, so
  // that run is the run of this sheet.
  if (run && run.code !== 'done' && run.code !== 'run_reused') return { code: 'unfinished', status: 409 };
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
