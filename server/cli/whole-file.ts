/** A file that is written as it is made: it is there whole and durable, or not at all. */
import { open, rename, rm, stat } from 'node:fs/promises'
import { UsageError } from './command.ts'

/** Throws where there is something already. */
export async function requireNew(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null)
    throw new UsageError(`There is already something at ${path}. Name a new file.`)
}

/** Its owner's alone: it holds what the records hold. */
export async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.unfinished`
  try {
    // Opened before anything can fail: what is opened meanwhile would come to be after it was removed.
    const file = await open(unfinished, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Notes how far something long is, every two seconds, with its rate and the time left. */
export function progressNotes(
  note: (text: string) => void,
): (what: string, done: number, total: number | null, unit: string) => void {
  let [began, last, of] = [performance.now(), performance.now(), '']
  return (what, done, total, unit) => {
    const now = performance.now()
    if (what !== of) [began, of] = [now, what]
    if (now - last < 2000) return
    last = now
    const rate = done / ((now - began) / 1000)
    const left =
      total === null || rate === 0 ? '' : ` of ${total}, ${Math.ceil((total - done) / rate)} s left`
    note(`${what}: ${done} ${unit}${left}, ${Math.round(rate)} a second`)
  }
}
