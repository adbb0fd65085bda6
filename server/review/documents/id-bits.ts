/** Sets of documents as they are handed to the search: bits by document id, lowest first, as base64. */

/** `ids` ascend. */
export function idBits(ids: readonly number[]): string {
  const bits = new Uint8Array(((ids.at(-1) ?? 0) >> 3) + 1)
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7))
  return Buffer.from(bits).toString('base64')
}
