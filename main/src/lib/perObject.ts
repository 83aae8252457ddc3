/**
 * A function with a cache by object identity: `make` runs once per object, and the result lives as long as the
 * object. Not for `undefined` results.
 */
export function perObject<K extends object, V extends {}>(make: (key: K) => V): (key: K) => V {
  const cached = new WeakMap<K, V>()
  return (key) => {
    const before = cached.get(key)
    if (before !== undefined) return before
    const created = make(key)
    cached.set(key, created)
    return created
  }
}
