declare const brand: unique symbol;

/** A string type with a brand for ids and secrets. TypeScript then reports swapped arguments. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
