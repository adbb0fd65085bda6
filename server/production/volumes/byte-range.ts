/** Which bytes a download asks for (RFC 9110, 14). Pure. */

export interface ByteRange {
  readonly from: number
  /** The one behind the last. */
  readonly to: number
}

/**
 * Null: all of it. What is not understood, and several ranges at once, are answered with all of it, too. `outside`: no byte of
 * it is there. A condition that names other bytes than there are now asks for all of it.
 */
export function rangeAsked(
  { range, condition }: { readonly range: string | undefined; readonly condition: string | undefined },
  { bytes, tag }: { readonly bytes: number; readonly tag: string },
): ByteRange | null | 'outside' {
  const [, first, last] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (condition !== undefined && condition.trim() !== tag) return null
  if (first === '')
    return Number(last) === 0 ? 'outside' : { from: Math.max(0, bytes - Number(last)), to: bytes }
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= bytes) return 'outside'
  return { from: Number(first), to: last === '' ? bytes : Math.min(bytes, Number(last) + 1) }
}
