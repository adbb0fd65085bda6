import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../events/envelope.ts'
import { commandsOf, insideOf, outcomeOf } from './tree.ts'

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
    expect(outcomeOf(commandsOf([asked, called, answered]))).toBe('done')
    expect(insideOf('gesture-1', [asked, called, answered]).map((row) => [row.kind, row.depth])).toEqual([
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
    const failed = [failing, attempt({ outcome: 'failed', status: 400 }, failing.id)]
    const tried = [waiting, attempt({ outcome: 'failed', status: 503, waitMs: 300 }, waiting.id)]
    expect([[refused], failed, tried].map((own) => outcomeOf(commandsOf(own)))).toEqual([
      'rejected',
      'failed',
      'waiting',
    ])
  })

  it('a call that failed and was then answered is done', () => {
    const asked = envelope({ correlationId: 'g', commandId: 'c' })
    const tries = [
      attempt({ outcome: 'failed', status: 503, waitMs: 10 }, asked.id),
      attempt({ attempt: 2 }, asked.id),
    ]
    const commands = commandsOf([asked, ...tries])
    expect(outcomeOf(commands)).toBe('done')
    expect(commands[0]?.calls).toHaveLength(2)
  })

  it('a call that was left without an answer, and was answered in another run, is done', () => {
    const asked = envelope({ correlationId: 'g-again', commandId: 'c-again' })
    const tries = [
      attempt({ outcome: 'unknown', waitMs: 2_000 }, asked.id),
      attempt({ run: 'run-after-reload' }, asked.id),
    ]
    expect(outcomeOf(commandsOf([asked, ...tries]))).toBe('done')
  })

  it('shows how long each call took beside the longest of its gesture', () => {
    const asked = envelope({ commandId: 'command-s', correlationId: 'gesture-s' })
    const calls = [30, 120].map((ms, at) => attempt({ ms, run: `run-s${at}` }, asked.id))
    const shown = insideOf('gesture-s', [asked, ...calls])
    expect(shown.flatMap((row) => (row.kind === 'call' ? [row.share] : []))).toEqual([0.25, 1])
  })

  it('keeps a call whose cause has been tidied away, under the first command', () => {
    const asked = envelope({ commandId: 'command-t', correlationId: 'gesture-t' })
    const shown = insideOf('gesture-t', [asked, attempt({}, 'gone')])
    expect(shown.map(({ kind }) => kind)).toEqual(['command', 'event', 'call'])
  })
})
