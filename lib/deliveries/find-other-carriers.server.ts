import 'server-only';
import { findPartWithOthers } from '@/lib/orders/order/fulfillment/find-part-with-others';
import {
  findPartShipments,
  type PartShipments,
} from '@/lib/orders/order/fulfillment/find-part-shipments.server';
import type { Tx } from '@/lib/system/db';

/**
 * The part of an order that the driver of a sheet does not deliver. `carriers`: names of the carriers that have or have
 * delivered this part; empty if no carrier is named. `goodsMinor`: the value of this part. `expectedMinor`: the cash that
 * the cash notebook expects for the whole order, without its postings; null if the notebook does not have the order.
 */
export type OtherCarriers = { carriers: string[]; goodsMinor: bigint; expectedMinor: bigint | null };

/** Finds the orders of which other carriers than the driver have a part, keyed by order id. */
export async function findOtherCarriers(
  tx: Tx,
  installId: string,
  orderIds: readonly string[],
  driverId: string,
): Promise<Map<string, OtherCarriers>> {
  const othersFor = await readShipments(tx, installId, orderIds);
  return new Map(
    orderIds.flatMap((id) => {
      const others = othersFor(id, driverId);
      return others ? [[id, others] as const] : [];
    }),
  );
}

/** Returns the part of an order with other carriers than the driver; null if there is none. Null: no driver is chosen. */
type OthersFor = (orderId: string, driverId: string | null) => OtherCarriers | null;

/**
 * Reads the shipments of orders. Returns a function that finds the part of an order with other carriers for any driver.
 * `driversOf` returns the ids of the carriers that the shipments of an order name.
 */
export async function readShipments(
  tx: Tx,
  installId: string,
  orderIds: readonly string[],
): Promise<OthersFor & { driversOf: (orderId: string) => string[] }> {
  const shipped = await findPartShipments(tx, installId, orderIds);
  const rows = await tx.$queryRaw<{ id: string; due: bigint }[]>`
    SELECT order_id AS id, due_minor AS due FROM cash_orders
    WHERE install_id = ${installId} AND order_id = ANY(${[...shipped.keys()]})`;
  const expected = new Map(rows.map(({ id, due }) => [id, due]));
  const othersFor: OthersFor = (orderId, driverId) => {
    const found = shipped.get(orderId);
    const isDriver = (provider: string) => driverId !== null && found?.carrierIds[provider] === driverId;
    const others = found && findPartWithOthers(found.parts, isDriver);
    return others ? { ...others, expectedMinor: expected.get(orderId) ?? null } : null;
  };
  const carrierIdsOf = (found?: PartShipments) => [...new Set(Object.values(found?.carrierIds ?? {}))];
  return Object.assign(othersFor, { driversOf: (orderId: string) => carrierIdsOf(shipped.get(orderId)) });
}

/**
 * Returns how much of an open amount the driver must collect: at most the expected cash minus the value of the goods with
 * other carriers, and never less than 0. A posting lowers only the open amount, so cash that another carrier has already
 * handed over is not subtracted twice.
 */
export function leftToCollect(openMinor: bigint, others: OtherCarriers | null | undefined): bigint {
  if (!others || others.goodsMinor === 0n) return openMinor;
  const own = (others.expectedMinor ?? openMinor) - others.goodsMinor;
  const left = own < openMinor ? own : openMinor;
  return left > 0n ? left : 0n;
}
