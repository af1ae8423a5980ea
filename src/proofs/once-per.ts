/** Computes something once for each object, as long as the object is in use: many signatures have the same lists at hand. */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const computed = new WeakMap<Key, Value>();
  return (key) => {
    const known = computed.get(key) ?? compute(key);
    computed.set(key, known);
    return known;
  };
}
