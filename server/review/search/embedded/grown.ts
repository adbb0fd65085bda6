/** Columns that grow: by a part of themselves, so that many small steps cost little and little is held for nothing. */
export function grown<T extends Int32Array | Float64Array>(column: T, size: number): T {
  const Kind = column.constructor as new (length: number) => T
  const larger = new Kind(Math.max(size + 1, column.length + (column.length >> 2), 1024))
  larger.set(column)
  return larger
}
