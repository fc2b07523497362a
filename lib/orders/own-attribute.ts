/**
 * Key of an order's attribute that has the app's operation id. This attribute marks the orders that the app created.
 * The key must never change, and it equals operationAttribute in order-commands.ts.
 */
export const ownAttribute = 'daftar.op';
