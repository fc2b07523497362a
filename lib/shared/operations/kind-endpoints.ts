/**
 * The endpoint to which each kind of operation (write to the platform) is sent. The Activity screen, the home screen
 * and the X-ray use this table. The X-ray checks that each endpoint exists.
 */
export const endpointOfKind = {
  create_order: 'createOrder',
  patch_order: 'patchOrder',
  set_order_status: 'setOrderStatus',
  create_fulfillment: 'createFulfillment',
  fulfill_rest: 'createFulfillment',
  patch_fulfillment: 'patchFulfillment',
  create_refund: 'createRefund',
  create_movement: 'createMovement',
  put_webhook: 'putWebhook',
  delete_webhook: 'deleteWebhook',
  test_webhook: 'testWebhook',
} as const;

/** Name of a kind of operation. It is stored with each operation, so it must never change. */
export type KindName = keyof typeof endpointOfKind;

export const kindNames = Object.keys(endpointOfKind) as KindName[];
