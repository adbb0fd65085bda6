/** Bytes that count against a budget as they stream by. */
import type { Budget } from './budget.ts'

const pieceBytes = 64 * 1024

/**
 * The bytes in pieces of one size, each counted before it is given: how a stream cuts its bytes depends on the moment, and
 * what is done with a bomb must not. What came before a fault is given before it is thrown.
 */
export async function* counted(
  source: AsyncIterable<Buffer>,
  budget: Pick<Budget, 'spend'>,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  const piece = (): Buffer => {
    const bytes = Buffer.concat(parts)
    parts = []
    length = 0
    budget.spend(bytes.length)
    return bytes
  }
  const faults: unknown[] = []
  const chunks = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        faults.push(error)
        return null
      })
      if (next === null || next.done === true) break
      for (let rest = next.value; rest.length > 0; ) {
        const taken = rest.subarray(0, pieceBytes - length)
        rest = rest.subarray(taken.length)
        parts.push(taken)
        length += taken.length
        if (length === pieceBytes) yield piece()
      }
    }
    if (length > 0) yield piece()
  } finally {
    await chunks.return?.()
  }
  for (const fault of faults) throw fault
}
