import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../events/envelope.ts'
import { gestures, parentOf, rows } from './tree.ts'

let seq = 0
const envelope = (change: Partial<Envelope>): Envelope => ({
  id: `event-${++seq}`,
  seq,
  type: 'coding.saveRequested',
  version: 1,
  payload: {},
  stream: 'document:7',
  log: 'project',
  retention: 'audit',
  actor: { userId: 1, role: 'Reviewer' },
  clientId: 'client',
  tabId: 'tab',
  projectId: 1,
  at: '2026-01-02T03:04:05.000Z',
  commandId: 'command-1',
  commandType: 'coding.save',
  correlationId: 'gesture-1',
  causationId: null,
  undo: { kind: 'none', group: 'g', targets: [] },
  label: 'Save the coding',
  ...change,
})
const attempt = (change: object, cause: string): Envelope =>
  envelope({
    type: 'effect.attempted',
    commandId: `attempt-${seq}`,
    commandType: 'effect.recordAttempt',
    causationId: cause,
    retention: 'session',
    payload: {
      effect: 'coding.sendSave',
      run: 'run-1',
      attempt: 1,
      call: 'coding.save',
      ms: 12,
      outcome: 'answered',
      status: 200,
      message: '',
      waitMs: null,
      ...change,
    },
  })
const all = { text: '', stream: '', tabId: '', work: false }

describe('the timeline’s tree', () => {
  it('shows gesture → command → events → calls, with what a call caused below it', () => {
    const asked = envelope({})
    const called = attempt({}, asked.id)
    const answered = envelope({
      type: 'coding.saveConfirmed',
      commandId: 'command-2',
      commandType: 'coding.confirmSave',
      causationId: asked.id,
      label: 'The coding is saved',
    })
    const found = gestures([asked, called, answered])
    expect(found).toMatchObject([{ id: 'gesture-1', label: 'Save the coding', outcome: 'done', calls: 1 }])
    expect(rows(found, new Set(['gesture-1']), all).map((row) => [row.kind, row.depth])).toEqual([
      ['gesture', 0],
      ['command', 1],
      ['event', 2],
      ['call', 3],
      ['command', 2],
      ['event', 3],
    ])
  })

  it('says that a gesture was refused, that its call failed for good, or that it waits', () => {
    const refused = envelope({
      type: 'command.rejected',
      correlationId: 'g-refused',
      commandId: 'c-a',
      payload: { reason: 'no' },
    })
    const failing = envelope({ correlationId: 'g-failed', commandId: 'c-b' })
    const waiting = envelope({ correlationId: 'g-waiting', commandId: 'c-c' })
    const found = gestures([
      refused,
      failing,
      { ...attempt({ outcome: 'failed', status: 400 }, failing.id), correlationId: 'g-failed' },
      waiting,
      { ...attempt({ outcome: 'failed', status: 503, waitMs: 300 }, waiting.id), correlationId: 'g-waiting' },
    ])
    expect(Object.fromEntries(found.map(({ id, outcome }) => [id, outcome]))).toEqual({
      'g-refused': 'rejected',
      'g-failed': 'failed',
      'g-waiting': 'waiting',
    })
  })

  it('a call that failed and was then answered is done', () => {
    const asked = envelope({ correlationId: 'g', commandId: 'c' })
    const tries = [
      attempt({ outcome: 'failed', status: 503, waitMs: 10 }, asked.id),
      attempt({ attempt: 2 }, asked.id),
    ]
    const found = gestures([asked, ...tries.map((one) => ({ ...one, correlationId: 'g' }))])
    expect(found[0]).toMatchObject({ outcome: 'done', calls: 2 })
  })

  it('a call that was left without an answer, and was answered in another run, is done', () => {
    const asked = envelope({ correlationId: 'g-again', commandId: 'c-again' })
    const tries = [
      attempt({ outcome: 'unknown', waitMs: 2_000 }, asked.id),
      attempt({ run: 'run-after-reload' }, asked.id),
    ]
    const found = gestures([asked, ...tries.map((one) => ({ ...one, correlationId: 'g-again' }))])
    expect(found[0]).toMatchObject({ outcome: 'done', calls: 2 })
  })

  it('filters by words, stream, tab, and by whether work was done', () => {
    const found = gestures([
      envelope({ correlationId: 'one', commandId: 'c1', stream: 'document:7' }),
      envelope({
        correlationId: 'two',
        commandId: 'c2',
        stream: 'view:tab',
        retention: 'session',
        type: 'review.documentOpened',
        commandType: 'review.open',
        label: 'Open document',
        tabId: 'other',
      }),
    ])
    const ids = (filter: Partial<typeof all>) =>
      rows(found, new Set(), { ...all, ...filter }).map(({ id }) => id)
    expect(ids({})).toEqual(['two', 'one'])
    expect(ids({ text: 'OPEN' })).toEqual(['two'])
    expect(ids({ stream: 'document:7' })).toEqual(['one'])
    expect(ids({ tabId: 'other' })).toEqual(['two'])
    expect(ids({ work: true })).toEqual(['one'])
  })

  it('shows how long each call took beside the longest of its gesture', () => {
    const asked = envelope({ commandId: 'command-s', correlationId: 'gesture-s' })
    const calls = [30, 120].map((ms, at) => ({
      ...attempt({ ms, run: `run-s${at}` }, asked.id),
      correlationId: 'gesture-s',
    }))
    const shown = rows(gestures([asked, ...calls]), new Set(['gesture-s']), all)
    expect(shown.flatMap((row) => (row.kind === 'call' ? [row.share] : []))).toEqual([0.25, 1])
  })

  it('leads from an entry to what it hangs from', () => {
    const asked = envelope({ commandId: 'command-p', correlationId: 'gesture-p' })
    const shown = rows(gestures([asked]), new Set(['gesture-p']), all)
    expect(shown.map((_, at) => parentOf(shown, at))).toEqual([-1, 0, 1])
  })
})
