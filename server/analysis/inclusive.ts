/**
 * Which messages of a conversation have to be read: those that say something, or carry something, that no later message of
 * it repeats. All others are whole in one that is read.
 */

export interface Told {
  readonly id: number
  readonly parent: number | null
  readonly text: string
  /** SHA-256 of its attachments. */
  readonly attachments: readonly string[]
  /** A copy of another message of the conversation, by the same hash. */
  readonly copyOf: number | null
}

export type Inclusive = 'inclusive' | 'repeated' | 'spare'

/** For each message of one conversation, by its id. */
export function inclusiveOf(messages: readonly Told[]): ReadonlyMap<number, Inclusive> {
  const own = messages.filter(({ copyOf }) => copyOf === null)
  const squeezed = new Map(own.map((message) => [message.id, squeeze(message.text)]))
  const answers = new Map<number, Told[]>()
  for (const message of own) {
    if (message.parent === null) continue
    const known = answers.get(message.parent)
    if (known === undefined) answers.set(message.parent, [message])
    else known.push(message)
  }
  const found = new Map<number, Inclusive>()
  for (const message of own) {
    const repeated = (answers.get(message.id) ?? []).some(
      (answer) =>
        (squeezed.get(answer.id) ?? '').includes(squeezed.get(message.id) ?? '') &&
        message.attachments.every((hash) => answer.attachments.includes(hash)),
    )
    found.set(message.id, repeated ? 'repeated' : 'inclusive')
  }
  for (const { id, copyOf } of messages)
    if (copyOf !== null) found.set(id, found.get(copyOf) === 'repeated' ? 'repeated' : 'spare')
  return found
}

/** What is left when lines are broken elsewhere and marked as quoted: a quotation is found whatever its program did. */
const squeeze = (text: string): string => text.normalize('NFC').replace(/[\s>|\u00a0\u200b\ufeff]+/g, '')
