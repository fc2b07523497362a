/** Our mark, by which an order made here is found again (order-commands: operationAttribute); nobody changes it. */
export const ownAttribute = 'daftar.op';
