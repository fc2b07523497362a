declare const brand: unique symbol;

/** A branded string. Ids and secrets have a brand, so that swapped arguments do not compile. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
