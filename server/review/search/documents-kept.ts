/** Sets of document ids as text for a column: a million documents that follow each other take about a kilobyte. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Ids, in any order, each once. */
export function packIds(ids: Iterable<number>): string {
  const sorted = Int32Array.from(ids).sort()
  const bytes: number[] = []
  let last = 0
  for (const id of sorted) {
    // The step to the next id, seven bits a byte, the last without the high bit.
    let step = id - last
    last = id
    while (step > 127) {
      bytes.push((step & 127) | 128)
      step >>>= 7
    }
    bytes.push(step)
  }
  return deflateRawSync(Uint8Array.from(bytes)).toString('base64')
}

export function unpackIds(packed: string): Set<number> {
  const ids = new Set<number>()
  let [last, step, shift] = [0, 0, 0]
  for (const byte of inflateRawSync(Buffer.from(packed, 'base64'))) {
    step |= (byte & 127) << shift
    shift += 7
    if (byte > 127) continue
    last += step
    ids.add(last)
    step = 0
    shift = 0
  }
  return ids
}
