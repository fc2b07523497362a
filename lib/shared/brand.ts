declare const brand: unique symbol;

/** A string that is not just any string: ids and secrets are branded so that swapped arguments don't compile. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
