/**
 * Key of the attribute by which an order that the app created is recognized. It equals operationAttribute in
 * order-commands.ts, and never changes.
 */
export const ownAttribute = 'daftar.op';
