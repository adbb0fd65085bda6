/**
 * Which messages have to be read: those that say something, or carry something, that no answer repeats. All others are
 * whole in one that is read.
 */
import { eachInTurn, type Progress } from './in-turns.ts'
import { isRepeated } from './repeated.ts'

export interface ThreadMessage {
  readonly id: number
  /** As it is in what `Conversations` tells. */
  readonly parent: number | null
  /** SHA-256 of its attachments. */
  readonly attachments: readonly string[]
  /** A copy of another message that is given too, by the same hash. */
  readonly copyOf: number | null
}

export type Inclusive = 'inclusive' | 'repeated' | 'spare'

/**
 * For each message, by its id; of one conversation or of many. `textOf` is asked for one text at a time, twice at most for
 * each message, and two are in memory.
 */
export async function inclusiveOf(
  messages: readonly ThreadMessage[],
  textOf: (id: number) => Promise<string>,
  progress: Progress = async () => {},
): Promise<ReadonlyMap<number, Inclusive>> {
  const originals = originalsOf(messages)
  const answers = new Map<number, ThreadMessage[]>()
  for (const message of messages) {
    const { id, parent } = message
    if (originals.has(id) || parent === null) continue
    // An answer to a copy is one to what it is a copy of.
    const answered = originals.get(parent) ?? parent
    const known = answers.get(answered)
    if (known === undefined) answers.set(answered, [message])
    else known.push(message)
  }
  const found = new Map<number, Inclusive>()
  await eachInTurn(messages, progress, async ({ id, attachments }, turn) => {
    if (originals.has(id)) return
    const carrying = (answers.get(id) ?? []).filter((answer) => carries(answer, attachments))
    found.set(id, (await repeats(id, carrying, textOf, turn)) ? 'repeated' : 'inclusive')
  })
  for (const [id, original] of originals)
    found.set(id, found.get(original) === 'repeated' ? 'repeated' : 'spare')
  return found
}

/** By the ids of copies; what is said to be a copy of a copy, or of what is not here, is none. */
function originalsOf(messages: readonly ThreadMessage[]): ReadonlyMap<number, number> {
  const own = new Set(messages.filter(({ copyOf }) => copyOf === null).map(({ id }) => id))
  return new Map(
    messages.flatMap(({ id, copyOf }) => (copyOf !== null && own.has(copyOf) ? [[id, copyOf] as const] : [])),
  )
}

function carries(answer: ThreadMessage, attachments: readonly string[]): boolean {
  if (attachments.length === 0) return true
  const carried = new Set(answer.attachments)
  return attachments.every((hash) => carried.has(hash))
}

async function repeats(
  id: number,
  answers: readonly ThreadMessage[],
  textOf: (id: number) => Promise<string>,
  turn: () => Promise<void>,
): Promise<boolean> {
  if (answers.length === 0) return false
  const repeated = isRepeated(await textOf(id))
  for (const answer of answers) {
    await turn()
    // What answers a copy may be answered by what it is a copy of: of two that say the same, neither would be read.
    if (repeated(await textOf(answer.id), answer.parent === id ? 0 : 1)) return true
  }
  return false
}
