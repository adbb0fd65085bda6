/** Conversations of real mailing lists, where they are present beside the project; skipped, and saying so, where not. */
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../intake/processing/limits.ts'
import { readMessage } from '../../intake/processing/mail/eml.ts'
import { splitMbox } from '../../intake/processing/mail/mbox.ts'
import { Conversations, type Threadable, type Threaded } from './threads.ts'

const corpus = fileURLToPath(new URL('../../../../shared/corpus/mail/', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn('The real documents are not here: the tests on them are skipped.')

interface Listed {
  readonly message: Threadable
  /** Read from the header by itself: its own name, and what it names, the likeliest to be answered first. */
  readonly name: string
  readonly answers: readonly string[]
}

async function listed(): Promise<readonly Listed[]> {
  const found: Listed[] = []
  for (const folder of ['mailing-lists', 'public-lists-pipermail'])
    for (const file of readdirSync(join(corpus, folder)).toSorted())
      for await (const { bytes } of splitMbox(createReadStream(join(corpus, folder, file)), {
        maxBytes: 10_000_000,
      })) {
        if (bytes === null) continue
        const read = await readMessage(bytes, defaultLimits)
        const message: Threadable = {
          id: found.length + 1,
          messageId: read.messageId,
          inReplyTo: read.inReplyTo,
          references: read.references,
          conversationIndex: read.metadata.Conversation_Index?.[0] ?? '',
          subject: read.subject,
          from: read.from[0]?.address.toLowerCase() ?? '',
          to: [...read.to, ...read.cc].map(({ address }) => address.toLowerCase()),
          sentAt: read.sentAt,
        }
        const header = bytes.toString('latin1').split(/\r?\n\r?\n/, 1)[0] ?? ''
        const ids = (field: string): readonly string[] => {
          const value = new RegExp(`^${field}:((?:.*\\r?\\n[ \\t])*.*)$`, 'im').exec(header)?.[1] ?? ''
          return value.match(/(?<=<)[^<>\s]+(?=>)/g) ?? []
        }
        // Some programs write of References only what their user had read before.
        const answers = [...ids('In-Reply-To').toReversed(), ...ids('References').toReversed()]
        found.push({ message, name: ids('Message-ID')[0] ?? '', answers })
      }
  return found
}

async function threaded(messages: readonly Threadable[]): Promise<ReadonlyMap<number, Threaded>> {
  const conversations = new Conversations()
  for (const message of messages) conversations.add(message)
  return new Map((await conversations.linked()).map((one) => [one.id, one]))
}

describe.skipIf(!present)('conversations of mailing lists', () => {
  it('are those of their headers; what is found without headers is told', async () => {
    const all = await listed()
    const ids = new Map(all.toReversed().map(({ name, message }) => [name, message.id]))
    const replies = all.flatMap(({ message: { id }, name, answers }) => {
      const answered = answers.find((one) => one !== name && ids.has(one))
      return answered === undefined ? [] : [{ id, answered: ids.get(answered) ?? 0 }]
    })
    const byHeaders = await threaded(all.map(({ message }) => message))
    const right = replies.filter(({ id, answered }) => byHeaders.get(id)?.parent === answered)
    // As if all were from programs that write no headers, which is how the mail of some companies is.
    const bare = { messageId: '', inReplyTo: '', references: [], conversationIndex: '' }
    const bySubject = await threaded(all.map(({ message }) => ({ ...message, ...bare })))
    const threadOf = (id: number) => byHeaders.get(id)?.thread
    const linked = [...bySubject.values()].filter(({ parent }) => parent !== null)
    const together = replies.filter(
      ({ id, answered }) => bySubject.get(id)?.thread === bySubject.get(answered)?.thread,
    )
    const wrong = linked.filter(({ id, parent }) => threadOf(id) !== threadOf(parent ?? 0))
    console.warn(
      `${all.length} messages, ${replies.length} answers to one of them: ${right.length} below it by headers; without headers ` +
        `${together.length} in its conversation, and ${wrong.length} of ${linked.length} links not within one`,
    )
    expect(all.length).toBeGreaterThan(1300)
    expect(replies.length).toBeGreaterThanOrEqual(680)
    expect(right.length).toBe(replies.length)
  }, 60_000)
})
