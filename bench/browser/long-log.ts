/** Fills the log of the project that a page has open, as a long session leaves it: for the figures of the timeline. */
import { nanoid } from 'nanoid'
import { valuesSet } from '#src/events/catalog/coding.ts'
import { attempted } from '#src/events/catalog/effects.ts'
import { documentOpened } from '#src/events/catalog/review.ts'
import type { Draft } from '#src/events/envelope.ts'
import { indexedDbLog } from '#src/events/log/indexeddb.ts'
import { openKeys } from '#src/events/log/keys.ts'
import type { Unplaced } from '#src/events/log/log.ts'

export interface LongLog {
  readonly fill: (count: number) => Promise<void>
}
declare global {
  var longLog: LongLog
}

const batch = 1_000
const begun = Date.UTC(2026, 0, 5, 9)

globalThis.longLog = {
  fill: async (count) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const name = names.find((one) => one.startsWith('affiant:project:'))
    if (name === undefined) throw new Error('No project is open')
    const [userId = 0, projectId = 0] = name.split(':').slice(2).map(Number)
    // By the account's own key: to any other the log would seem to be nobody's, and begin anew.
    const keyring = openKeys(indexedDB, crypto)
    const codec = (await keyring.keysFor(userId)).codec(name)
    const log = await indexedDbLog(name, { factory: indexedDB, codec, onClosed: () => undefined })
    let gesture: Gesture = begin(0)
    for (let from = 0; from < count; from += batch) {
      const envelopes = Array.from({ length: Math.min(batch, count - from) }, (_, index) => {
        const nth = from + index
        if (nth % 3 === 0) gesture = begin(nth)
        return envelopeOf(gesture, nth, { userId, projectId })
      })
      await log.append(envelopes, { seen: null })
    }
    await log.compact({ upTo: 0 })
    await log.close()
    keyring.close()
  },
}

interface Gesture {
  readonly id: string
  readonly eventId: string
  readonly documentId: number
}
const begin = (nth: number): Gesture => ({
  id: nanoid(),
  eventId: nanoid(),
  documentId: 100_000 + ((nth * 7_919) % 10_000),
})

/** A document is opened, fetched, and coded. */
function envelopeOf(
  { id, eventId, documentId }: Gesture,
  nth: number,
  { userId, projectId }: { readonly userId: number; readonly projectId: number },
): Unplaced {
  const part = nth % 3
  const draft: Draft =
    part === 0
      ? documentOpened({ tabId: 'bench', position: nth, documentId, ahead: [] })
      : part === 1
        ? { ...attempted(attempt(nth)), log: 'project', stream: `document:${documentId}` }
        : valuesSet({
            documentId,
            changes: [{ fieldId: 1, name: 'Issue', before: null, after: `value ${nth}`, epoch: 0 }],
          })
  return {
    ...draft,
    // Compaction leaves what is audited: all of it is to be there.
    retention: 'audit',
    id: part === 0 ? eventId : nanoid(),
    actor: { userId, role: 'Reviewer' },
    clientId: 'bench',
    tabId: `bench-${nth % 4}`,
    projectId,
    at: new Date(begun + nth * 250).toISOString(),
    commandId: part === 0 ? id : nanoid(),
    commandType: part === 1 ? 'effects.recordAttempt' : part === 0 ? 'review.open' : 'coding.setValue',
    correlationId: id,
    causationId: part === 0 ? null : eventId,
    undo: { kind: 'none', group: '', targets: [] },
    label: part === 0 ? `Open a document and set field ${nth % 7}` : 'Set Issue',
  }
}

const attempt = (nth: number): Parameters<typeof attempted>[0] => ({
  run: `run-${nth}`,
  effect: 'review.fetchDocument',
  attempt: 1,
  call: 'documents.get',
  startedAt: new Date(begun + nth * 250).toISOString(),
  ms: nth % 97,
  waitMs: null,
  outcome: 'answered',
  status: 0,
  code: '',
  message: '',
  requestId: '',
})
