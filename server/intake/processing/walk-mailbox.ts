/** The messages of a mailbox in one file (mbox). */
import type { Content } from './content.ts'
import { readDate } from './mail/dates.ts'
import { splitMbox } from './mail/mbox.ts'
import { type Position, standing } from './position.ts'
import { failed, type Step } from './step.ts'
import type { WalkOptions } from './walk-options.ts'

/**
 * Each message that is not done, at the byte where it begins: a mailbox that is a file of its own is entered behind what is
 * done. `passBy` hears of what is done.
 */
export async function* mailboxSteps(
  content: Content,
  at: Position,
  path: readonly string[],
  { doneUpTo, limits, onAt, onRead, poison, spoolFolder }: WalkOptions,
  passBy: (at: Position, path: readonly string[]) => void,
): AsyncGenerator<Step> {
  // Only a file of its own can be entered in its middle.
  const inside = content.ownFile && standing(at, doneUpTo) === 'inside'
  const offset = inside ? (doneUpTo?.at[at.length] ?? 0) : 0
  onRead?.(offset)
  const placeOf = (start: number): { here: Position; there: string[] } => ({
    here: [...at, start],
    there: [...path, `message@${start}`],
  })
  const onBegin = (start: number): boolean => {
    const { here, there } = placeOf(start)
    if (standing(here, doneUpTo) !== 'open') {
      passBy(here, there)
      return false
    }
    onAt?.(here, there)
    return poison?.get(JSON.stringify(here))?.keepBytes !== false
  }
  const messages = splitMbox(content.stream(offset), {
    offset,
    head: content.head,
    maxBytes: limits.itemBytes,
    onBegin,
    spoolFolder,
  })
  for await (const { start, end, bytes, large, envelope } of messages) {
    const { here, there } = placeOf(start)
    if (standing(here, doneUpTo) !== 'open') continue
    const known = poison?.get(JSON.stringify(here))
    if (known !== undefined) {
      yield failed(here, there, known.code, known.reason, end - start, bytes ?? large)
      continue
    }
    const receivedAt = readDate(envelope.slice(envelope.search(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/)))
    const item = { at: here, spent: [], path: there, form: 'message', receivedAt, modifiedAt: null } as const
    if (bytes !== null) yield { ...item, kind: 'item', calledMessage: true, bytes }
    else if (large !== null) yield { ...item, kind: 'large', bytes: large }
  }
}
