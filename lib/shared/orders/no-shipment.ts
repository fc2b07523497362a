/**
 * Reasons why an order needs no shipment. The check before a bulk run skips an order with this reason, and the write
 * itself is refused with the same code (fulfill_rest). The bulk item then shows the reason of the check.
 * already_fulfilled: every piece is in a shipment. order_cancelled: the order is cancelled, returned or refunded.
 * order_finished: the order is delivered or completed. picked_up: the order has no delivery address. pos_sale: the
 * order was sold at a point of sale.
 */
export const noShipmentReasons = {
  already_fulfilled: true,
  order_cancelled: true,
  order_finished: true,
  picked_up: true,
  pos_sale: true,
};
export type NoShipmentReason = keyof typeof noShipmentReasons;

/** The reasons of `noShipmentReasons` as a list. */
export const noShipmentCodes = Object.keys(noShipmentReasons) as NoShipmentReason[];
