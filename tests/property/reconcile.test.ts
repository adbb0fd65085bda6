import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { CommandRow } from '#contracts/reconcile.ts'
import { saidText } from '#contracts/reconcile.ts'
import { verdictOf } from '#src/effects/reconcile-verdict.ts'
import { saveConfirmed, saveFailed, saveRequested } from '#src/events/catalog/coding.ts'
import { checked } from '#src/events/catalog/reconcile.ts'
import type { Draft, Envelope } from '#src/events/envelope.ts'
import { countIn } from '#src/stores/buckets.ts'
import { foldAll } from '#src/stores/projection.ts'
import { oddCounts, type ReconcileState, reconcile, toCheck } from '#src/stores/reconcile.ts'
import { runs, property as test } from '../runs.ts'
import { placed } from '../support/envelopes.ts'
import { deepFreeze } from '../support/freeze.ts'

/** What becomes of each save in truth: nobody but the test knows. */
interface Save {
  readonly fate: 'kept' | 'changed' | 'lost' | 'late' | 'refused' | 'unanswered'
  /** How often it is acknowledged: a second leader asks again. */
  readonly answers: number
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const commandOf = (nth: number) => `command-${String(nth).padStart(4, '0')}`
const rowsOf = ({ fate }: Save, nth: number, late: boolean): CommandRow[] => {
  if (fate === 'lost' || fate === 'refused' || (fate === 'late' && !late)) return []
  const value = fate === 'changed' ? 'other' : 'Yes'
  return [{ auditId: nth + 1, documentId: 1, digests: [digest(saidText('Responsive', value))] }]
}

class Log {
  state: ReconcileState = reconcile.initial
  seq = 0
  readonly envelopes: Envelope[] = []
  append(draft: Draft, commandId = `made-${this.seq}`): void {
    this.seq += 1
    const envelope = deepFreeze(placed(this.seq, { ...draft, commandId }))
    this.envelopes.push(envelope)
    this.state = deepFreeze(foldAll(reconcile, this.state, [envelope]))
  }
}

const request = (log: Log, nth: number) => {
  const field = { fieldId: 1, name: 'Responsive', value: 'Yes', coding_form_field_id: 101, seen: 0 }
  log.append(
    saveRequested({ documentId: 1, formId: 1, fields: [field], undoes: [], mark: null }),
    commandOf(nth),
  )
}
const confirm = (log: Log, nth: number) => {
  const value = { fieldId: 1, value: 'Yes', version: 1, by: 'Ana Lima', at: null }
  log.append(saveConfirmed({ documentId: 1, saveId: commandOf(nth), values: [value], auditIds: [nth + 1] }))
}

/** What the record answers at this moment to what the log would ask. */
function answer(log: Log, saves: readonly Save[], late: boolean, most = 500): Draft {
  const verdicts = toCheck(log.state, most).map(([commandId, entry]) => {
    const nth = Number(commandId.slice(-4))
    const save = saves[nth]
    return { commandId, state: verdictOf(entry, save ? rowsOf(save, nth, late) : []) }
  })
  return checked({
    asOf: 10_000,
    at: '2026-01-05T09:00:00.000Z',
    offset: 0,
    matched: verdicts.flatMap(({ commandId, state }) => (state === 'matched' ? [commandId] : [])),
    odd: verdicts.flatMap(({ commandId, state }) => (state === 'matched' ? [] : [{ commandId, state }])),
  })
}

const saveArbitrary = fc.record<Save>({
  fate: fc.constantFrom('kept', 'kept', 'kept', 'changed', 'lost', 'late', 'refused', 'unanswered'),
  answers: fc.integer({ min: 1, max: 3 }),
})
/** What happens in between: an answer is made, one of those made before arrives (again), rows come late. */
const step = fc.oneof(
  fc.record({ do: fc.constant('save' as const) }),
  fc.record({ do: fc.constant('end' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('ask' as const), most: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant('arrive' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('rowsCome' as const) }),
)

describe('invariant 16: reconciliation is idempotent and order-free', () => {
  test('whatever order saves, acknowledgements, late rows and answers come in, and however often, the log ends up with what became of each entry', () => {
    fc.assert(
      fc.property(
        fc.array(saveArbitrary, { minLength: 1, maxLength: 25 }),
        fc.array(step, { maxLength: 120, size: 'max' }),
        (saves, steps) => {
          const log = new Log()
          const begun: number[] = []
          const answers: Draft[] = []
          let late = false
          const end = (nth: number) => {
            const { fate, answers: times } = saves[nth] ?? expect.fail()
            if (fate === 'unanswered') return
            const refused = { documentId: 1, saveId: commandOf(nth), code: 'conflict', message: 'No.' }
            for (let time = 0; time < times; time++)
              if (fate === 'refused') log.append(saveFailed(refused))
              else confirm(log, nth)
          }
          const begin = () => {
            request(log, begun.length)
            begun.push(begun.length)
          }
          for (const one of steps) {
            if (one.do === 'save' && begun.length < saves.length) begin()
            else if (one.do === 'end' && begun.length > 0) end(begun[one.which % begun.length] ?? 0)
            else if (one.do === 'ask') answers.push(answer(log, saves, late, one.most))
            else if (one.do === 'arrive' && answers.length > 0)
              log.append(answers[one.which % answers.length] ?? expect.fail())
            else if (one.do === 'rowsCome') late = true
          }
          // The rest of the day: everything is sent and answered, the rows are there, and the log is asked for to its end.
          while (begun.length < saves.length) begin()
          for (const nth of begun) end(nth)
          for (let round = 0; round < 3; round++) log.append(answer(log, saves, true))
          // And whatever was under way still comes, all of it, backwards, twice.
          for (const old of [...answers, ...answers].reverse()) log.append(old)

          const count = (...fates: Save['fate'][]) => saves.filter(({ fate }) => fates.includes(fate)).length
          const { matched, acknowledged, unsent, open } = log.state
          expect({ matched, acknowledged, unsent, open: countIn(open), ...oddCounts(log.state) }).toEqual({
            matched: count('kept', 'late'),
            acknowledged: 0,
            unsent: count('unanswered'),
            open: count('unanswered'),
            differs: count('changed'),
            missing: count('lost'),
          })
          const named = Object.entries(log.state.odd).map(([id, { state }]) => [Number(id.slice(-4)), state])
          expect(Object.fromEntries(named)).toEqual(
            Object.fromEntries(
              saves.flatMap(({ fate }, nth) =>
                fate === 'changed' ? [[nth, 'differs']] : fate === 'lost' ? [[nth, 'missing']] : [],
              ),
            ),
          )
        },
      ),
      { numRuns: runs(300) },
    )
  })

  test('answers to the same log commute, and one that comes again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(saveArbitrary, { minLength: 1, maxLength: 20 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.boolean()), { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (saves, asked, chance) => {
          const log = new Log()
          for (const [nth, { fate }] of saves.entries()) {
            request(log, nth)
            if (fate !== 'unanswered') confirm(log, nth)
          }
          // Late rows may be there for one answer and not for another: none of them knows of the others.
          const answers = asked.map(([most, late]) => answer(log, saves, late, most))
          const ends = [
            answers,
            [...answers].reverse(),
            shuffled(answers, chance),
            [...answers, ...answers],
          ].map((order) =>
            order.reduce((state, draft) => foldAll(reconcile, state, [placed(9_999, draft)]), log.state),
          )
          const said = ends.map((state) => ({
            matched: state.matched,
            acknowledged: state.acknowledged,
            odd: Object.fromEntries(
              Object.entries(state.odd)
                .map(([id, { state: how }]) => [id, how] as const)
                .sort(),
            ),
            open: toCheck(state, 5_000)
              .map(([id]) => id)
              .sort(),
          }))
          for (const one of said) expect(one).toEqual(said[0])
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

function shuffled<T>(items: readonly T[], chance: fc.Stream<number>): T[] {
  const left = [...items]
  const order: T[] = []
  while (left.length > 0) order.push(...left.splice((chance.next().value ?? 0) % left.length, 1))
  return order
}
