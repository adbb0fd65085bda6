import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { redo, undo } from '#src/commands/undo.ts'
import { sole } from '#src/effects/environment.ts'
import { redactionsEffects } from '#src/effects/redactions.ts'
import { shownIn } from '#src/events/redaction/document.ts'
import { redactedIn } from '#src/stores/redactions.ts'
import { everyArea } from '#tests/support/every-area.ts'
import { pureAreas } from '#tests/support/pure.ts'
import { RedactionRecord } from '#tests/support/redaction-record.ts'
import { converge, createBrowser, type Tab, type TestBrowser } from '#tests/support/tabs.ts'
import {
  changeRedactions,
  clearAllRedactions,
  drawRedactions,
  dropRefused,
  keepRefused,
  receiveRedactions,
  removeRedactions,
} from './redactions.ts'

const documentId = 1
const stream = `document:${documentId}`
const box = [1000, 1000, 2000, 1500]
const place = { page: 1, kind: 'box', boxes: box, label: 'Privileged', reason: '' } as const
let browser: TestBrowser
let record: RedactionRecord
let tab: Tab
let may: ReadonlySet<string>
let clock = Date.UTC(2026, 0, 5, 9)

const open = async (session?: Map<string, string>): Promise<Tab> => {
  const one = await browser.openTab({
    http: () => record.http,
    env: {
      now: () => clock,
      sleep: async (ms, signal) => {
        signal.throwIfAborted()
        clock += ms
        await new Promise((resolve) => setTimeout(resolve, 2))
        signal.throwIfAborted()
      },
      random: () => 0.5,
      online: () => true,
      hidden: () => false,
      subscribe: () => () => undefined,
      alone: sole,
    },
    ...(session ? { session } : {}),
  })
  await one.openAccount(7)
  await one.openProject(1)
  return one
}
const quiet = async (which = tab): Promise<void> => {
  for (let round = 0; round < 4; round++) {
    await which.settled()
    await which.effects.delivery.idle()
    await which.effects.idle()
  }
}
const doc = (which = tab) => {
  const found = redactedIn(which.state().redactions, documentId)
  if (found === null) throw new Error('Nothing is known of the document.')
  return found
}
const shown = (which = tab) =>
  shownIn(doc(which)).map(({ redaction, standing }) => [redaction.page, redaction.boxes[0], standing])
const draw = (more: Partial<Parameters<typeof drawRedactions>[0]['add'][number]> = {}) =>
  tab.dispatch(drawRedactions({ documentId, add: [{ ...place, boxes: [...box], ...more }] }))
const firstKey = () => [...record.inForce.keys()][0] ?? ''

beforeEach(async () => {
  may = new Set(['redaction.draw', 'redaction.see', 'redaction.clear', 'redaction.ofOthers'])
  record = new RedactionRecord(documentId)
  browser = createBrowser(
    pureAreas({
      ...everyArea,
      effects: redactionsEffects,
      who: () => ({ userId: 7, role: 'Reviewer', projectId: 1, can: (one) => may.has(one) }),
    }),
  )
  tab = await open()
  await tab.dispatch(receiveRedactions(record.now()))
})
afterEach(async () => {
  expect(tab.faults).toEqual([])
  await browser.close()
})

describe('redacting', () => {
  it('shows a box at once, and takes it to the record once, although the answer is lost', async () => {
    record.loseAnswers = 1
    await draw()
    expect(shown()).toEqual([[1, 1000, 'saving']])
    await quiet()
    expect(shown()).toEqual([[1, 1000, 'saved']])
    expect(record.inForce.size).toBe(1)
    expect(record.written).toHaveLength(1)
  })

  it('goes on without the network, in several steps, and delivers them after a reload in their order', async () => {
    record.down = true
    await draw()
    const key = shownIn(doc())[0]?.redaction.key ?? ''
    await tab.dispatch(changeRedactions({ documentId, change: [{ key, boxes: [0, 0, 100, 100] }] }))
    await tab.dispatch(changeRedactions({ documentId, change: [{ key, label: 'Work product' }] }))
    const { session } = tab
    await tab.close()
    record.down = false
    tab = await open(session)
    expect(doc().waiting.length + record.written.length).toBeGreaterThan(0)
    await quiet()
    expect(record.inForce.get(key)).toMatchObject({
      ...{ boxes: [0, 0, 100, 100], label: 'Work product', version: 3 },
    })
    expect(doc().refused).toEqual([])
  })

  it('is undone and redone from another tab: an addition, a change, a removal', async () => {
    await draw()
    await quiet()
    const key = firstKey()
    await tab.dispatch(
      changeRedactions({ documentId, change: [{ key, boxes: [5, 5, 100, 100], label: '' }] }),
    )
    await tab.dispatch(removeRedactions({ documentId, keys: [key] }))
    await quiet()
    const other = await open()
    await converge(browser, [tab, other])
    const step = async (input: ReturnType<typeof undo>) => {
      expect((await other.dispatch(input)).rejected).toBeNull()
      await quiet()
      await quiet(other)
      await converge(browser, [tab, other])
    }
    expect(record.inForce.size).toBe(0)
    await step(undo({ stream }))
    expect(record.inForce.get(key)).toMatchObject({ boxes: [5, 5, 100, 100], label: '' })
    await step(undo({ stream }))
    expect(record.inForce.get(key)).toMatchObject({ boxes: box, label: 'Privileged' })
    await step(undo({ stream }))
    expect(record.inForce.size).toBe(0)
    await step(redo({ stream }))
    await step(redo({ stream }))
    expect(record.inForce.get(key)).toMatchObject({ boxes: [5, 5, 100, 100], label: '' })
    await step(redo({ stream }))
    expect(record.inForce.size).toBe(0)
    expect(shown()).toEqual(shown(other))
    expect(doc().refused).toEqual([])
  })

  it('keeps a change of what somebody has removed, until the person draws it again or drops it', async () => {
    await draw()
    await quiet()
    const key = firstKey()
    record.foreignRemoval(key)
    await tab.dispatch(changeRedactions({ documentId, change: [{ key, boxes: [7, 7, 900, 900] }] }))
    await quiet()
    const [refused] = doc().refused
    expect(refused).toMatchObject({ code: 'redaction.stale' })
    expect(doc().removed[0]).toMatchObject({ key, removedBy: 'Dana' })
    const gesture = refused?.gesture ?? ''
    expect((await tab.dispatch(keepRefused({ documentId, gesture }))).rejected).toBeNull()
    await quiet()
    expect([...record.inForce.values()].map(({ boxes, label }) => [boxes, label])).toEqual([
      [[7, 7, 900, 900], 'Privileged'],
    ])
    expect(doc().refused).toEqual([])
  })

  it('keeps what the server refuses beside its words, until it is dropped', async () => {
    record.refuse = { status: 400, message: 'Page 1 cannot be drawn, so it cannot be redacted.' }
    await draw()
    await quiet()
    expect(shown()).toEqual([[1, 1000, 'refused']])
    const [refused] = doc().refused
    expect(refused?.message).toBe('Page 1 cannot be drawn, so it cannot be redacted.')
    await tab.dispatch(dropRefused({ documentId, gesture: refused?.gesture ?? '' }))
    expect(shown()).toEqual([])
    // Nothing is left of the step: undo passes over it.
    expect((await tab.dispatch(undo({ stream }))).rejected).toBeNull()
    await quiet()
    expect(record.written).toHaveLength(1)
  })

  it('clears all at once, and puts all back by undo', async () => {
    await draw()
    await draw({ page: 2 })
    await quiet()
    await tab.dispatch(clearAllRedactions({ documentId }))
    await quiet()
    expect([record.inForce.size, shown()]).toEqual([0, []])
    await tab.dispatch(undo({ stream }))
    await quiet()
    expect(record.inForce.size).toBe(2)
    expect(doc().refused).toEqual([])
  })

  it('[limit-label-40] takes a label of 40 characters and none of 41', async () => {
    const refused = await draw({ label: 'x'.repeat(41) }).then(
      ({ rejected }) => rejected,
      () => 'thrown',
    )
    expect(refused).not.toBeNull()
    expect((await draw({ label: '§'.repeat(40) })).rejected).toBeNull()
  })

  it('does nothing for whoever may not, and leaves redactions of others alone', async () => {
    await draw()
    await quiet()
    const key = firstKey()
    const one = record.inForce.get(key)
    if (one) record.inForce.set(key, { ...one, isOwn: false, by: 'Dana' })
    record.revision += 1
    await tab.dispatch(receiveRedactions(record.now()))
    may = new Set(['redaction.draw', 'redaction.see'])
    expect((await tab.dispatch(removeRedactions({ documentId, keys: [key] }))).rejected).toBe(
      'This redaction is by Dana. Your role does not change redactions of others.',
    )
    expect((await tab.dispatch(clearAllRedactions({ documentId }))).rejected).toMatch(/does not clear/)
    may = new Set(['redaction.see'])
    expect((await draw()).rejected).toBe('Your role in this project does not allow redacting.')
  })
})
