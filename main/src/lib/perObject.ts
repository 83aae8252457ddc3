/** What `make` answered for an object, made once and kept as long as the object lives. Not for `undefined` answers. */
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
