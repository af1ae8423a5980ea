/** A type whose members and items cannot be replaced, at any depth: schemas infer types that can. */
export type ReadonlyDeep<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;
