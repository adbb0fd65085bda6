/** Puts an entry in as the latest; beyond so many, the oldest go. */
export function putLatest<K, V>(
  entries: ReadonlyMap<K, V>,
  key: K,
  value: V,
  kept: number,
): ReadonlyMap<K, V> {
  const next = new Map(entries)
  next.delete(key)
  next.set(key, value)
  for (const oldest of next.keys()) {
    if (next.size <= kept) break
    next.delete(oldest)
  }
  return next
}
