/** Values by key. A key without values is removed. */
export function join<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, new Set([value]));
  else found.add(value);
}

export function leave<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const found = index.get(key);
  found?.delete(value);
  if (found?.size === 0) index.delete(key);
}
