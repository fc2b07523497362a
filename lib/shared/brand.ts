declare const brand: unique symbol;

/**
 * A string type that is different for each kind of id or secret. If two arguments are swapped, TypeScript reports an
 * error.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
