/**
 * Memory for one page after the other: each is put where the one before was, for who is done with a page before the next. Memory
 * that is taken anew for each costs as much as a tenth of the work.
 */
export function samePlace(): (bytes: number) => Buffer {
  let kept = Buffer.alloc(0)
  return (bytes) => {
    if (kept.length < bytes) kept = Buffer.allocUnsafeSlow(bytes)
    return kept.subarray(0, bytes)
  }
}
