declare const brand: unique symbol;

/**
 * A string type with a name, such as an id or a secret. Types with different names cannot be mixed up: if two arguments
 * are swapped, TypeScript reports an error.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
