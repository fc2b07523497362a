/**
 * Reasons why an order needs no shipment. A bulk run skips such an order. If the order changed after the bulk run had
 * checked it, the write (fulfill_rest) is refused with the same reason.
 *
 * - `already_fulfilled`: every piece is in a shipment.
 * - `order_cancelled`: the order is cancelled, returned or refunded.
 * - `order_finished`: the order is delivered or completed.
 * - `picked_up`: the order has no delivery address.
 * - `pos_sale`: the order was sold at a point of sale.
 */
export const noShipmentReasons = {
  already_fulfilled: true,
  order_cancelled: true,
  order_finished: true,
  picked_up: true,
  pos_sale: true,
};
export type NoShipmentReason = keyof typeof noShipmentReasons;

export const noShipmentCodes = Object.keys(noShipmentReasons) as NoShipmentReason[];
