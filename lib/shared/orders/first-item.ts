/** The first item of an order, by which users recognize the order. `moreLines`: number of its further items. */
export type FirstItem = { name: string; quantity: number; moreLines: number };
