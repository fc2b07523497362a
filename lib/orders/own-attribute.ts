/**
 * Key of the attribute that identifies an order created by the app (order-commands: operationAttribute). It is never
 * changed.
 */
export const ownAttribute = 'daftar.op';
