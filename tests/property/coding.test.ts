import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CodedValue, FormField } from '#contracts/coding.ts'
import { floatingDate, kindOf, noteOf, payloadOf, sameValue } from '#contracts/coding-values.ts'
import { fieldTypes } from '#contracts/project.ts'
import { reset, restore, setValue, syncValues, typeValue } from '#src/commands/coding.ts'
import { resolve, retrySave, save } from '#src/commands/coding-saves.ts'
import type { CommandInput } from '#src/commands/define.ts'
import { redo, undo } from '#src/commands/undo.ts'
import { initialised } from '#src/events/catalog/coding.ts'
import { changesOf } from '#src/events/coding/changes.ts'
import {
  type DocumentCoding,
  emptyDocument,
  fieldIn,
  heldIn,
  inConflict,
  isClean,
} from '#src/events/coding/document.ts'
import { getIn } from '#src/stores/buckets.ts'
import { type CodingState, countUnsaved, documentIn } from '#src/stores/coding.ts'
import { createReplay, createRoutes } from '#src/stores/runtime.ts'
import { runs, property as test } from '#tests/runs.ts'
import {
  createDesk,
  type Desk,
  deskAreas,
  docOf,
  documentId,
  fields,
  fieldViewOf,
  form,
  stream,
} from '#tests/support/desk.ts'
import {
  type Act,
  all,
  anyValue,
  edit,
  foreignValue,
  perform,
  ruleOf,
  script,
} from '#tests/support/desk-script.ts'
import { foldFrozen } from '#tests/support/pure.ts'

const editable = all.filter((field) => !field.is_read_only)

async function finish(desk: Desk): Promise<void> {
  desk.record.down = false
  await desk.quiet()
}

/** What the form holds and what is known of the record, field by field. */
const codingOf = (desk: Desk) =>
  Object.fromEntries(
    all.map((field) => {
      const { value, version } = docOf(desk.tab).fields[field.fieldId] ?? { value: null, version: 0 }
      return [field.field_name, { held: heldIn(docOf(desk.tab), field, field.fieldId), value, version }]
    }),
  )
const heldNow = (desk: Desk) =>
  Object.fromEntries(all.map((field) => [field.field_name, heldIn(docOf(desk.tab), field, field.fieldId)]))

function expectHeldByRule(field: FormField, value: CodedValue): void {
  const texts = field.values.map((one) => one.short_text_value)
  switch (ruleOf(field)) {
    case 'single':
    case 'boolean':
      expect(Array.isArray(value) && value.length <= 1 && value.every((one) => texts.includes(one))).toBe(
        true,
      )
      return
    case 'multi':
      expect(value).toEqual(texts.filter((text) => Array.isArray(value) && value.includes(text)))
      return
    case 'integer':
    case 'float':
      expect(value === '' || (typeof value === 'number' && Number.isFinite(value))).toBe(true)
      return
    case 'date':
    case 'text':
      expect(typeof value).toBe('string')
      return
    case 'object':
      expect(value === null || typeof value === 'number' || typeof value === 'string').toBe(true)
  }
}

function expectSentByRule(field: FormField, value: CodedValue): void {
  if (value === null) return
  const texts = field.values.map((one) => one.short_text_value)
  switch (ruleOf(field)) {
    case 'single':
      expect(texts).toContain(value)
      return
    case 'multi':
      expect(Array.isArray(value) && value.length > 0 && value.every((one) => texts.includes(one))).toBe(true)
      return
    case 'boolean':
      expect([true, false]).toContain(value)
      expect(texts.length).toBeGreaterThanOrEqual(2)
      return
    case 'integer':
      expect(Number.isSafeInteger(value) && Number(value) >= 0).toBe(true)
      return
    case 'float':
      expect(typeof value === 'number' && Number.isFinite(value) && value >= 0).toBe(true)
      return
    case 'date':
      expect(floatingDate(String(value))).toBe(value)
      return
    case 'text':
      expect(typeof value === 'string' && value !== '').toBe(true)
      return
    case 'object':
      expect(typeof value === 'number' || (typeof value === 'string' && value !== '')).toBe(true)
  }
}

const fieldById = new Map(all.map((field) => [field.coding_form_field_id, field]))

it('the form of these properties has a field of every type there is', () => {
  for (const type of Object.values(fieldTypes))
    expect(all.map(({ field_type_id }) => field_type_id)).toContain(type)
  for (const field of all) expect(kindOf(field)).toBe(ruleOf(field))
})

describe('invariants 9 and 17: decisions and folds are pure, and the value rules of coding hold after any sequence of commands', () => {
  test('[form-edit-pending-only] [form-changes-diff] [form-changes-skip-read-only] in the form, in what is sent, and on the record', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (acts) => {
        const desk = await createDesk()
        try {
          for (const act of acts) {
            const before = docOf(desk.tab)
            await perform(desk, act)
            const doc = docOf(desk.tab)
            for (const field of all) expectHeldByRule(field, heldIn(doc, field, field.fieldId))
            // Nobody is asked to decide against himself, and news is never taken back.
            for (const { fieldId } of all) {
              if (inConflict(doc, fieldId)) expect(doc.fields[fieldId]?.by).toBe('Ben Novak')
              expect(doc.fields[fieldId]?.version ?? 0).toBeGreaterThanOrEqual(
                before.fields[fieldId]?.version ?? 0,
              )
            }
            const changes = changesOf(doc, form)
            for (const { field, from, to } of changes) {
              expect(field.is_read_only).toBe(false)
              expect(sameValue(from, to)).toBe(false)
              const held = heldIn(doc, field, field.fieldId)
              expect(to).toEqual(payloadOf(field, held))
              if (noteOf(field, held)?.level !== 'fault') expectSentByRule(field, to)
            }
            expect(heldIn(doc, fields.remark, fields.remark.fieldId)).toBe(
              doc.fields[fields.remark.fieldId]?.value ?? '',
            )
            // An edit leaves the original as it was; only the answer to a save may come at the same time.
            if (
              act.kind === 'command' &&
              before.saves.length === 0 &&
              ['coding.setValue', 'coding.typeValue', 'coding.sync'].includes(act.input.type) &&
              desk.record.down
            )
              for (const { fieldId } of all)
                expect(doc.fields[fieldId]?.value ?? null).toEqual(before.fields[fieldId]?.value ?? null)
          }
          await finish(desk)
          for (const { call, body } of desk.record.asked) {
            if (call !== 'coding.save') continue
            for (const sent of (body as { fields: { coding_form_field_id: number; value: CodedValue }[] })
              .fields) {
              const field = fieldById.get(sent.coding_form_field_id)
              expect(field?.is_read_only).toBe(false)
              if (field) expectSentByRule(field, sent.value)
            }
          }
          await foldFrozen(deskAreas, desk.tab)
        } finally {
          await desk.close()
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('[form-save] whatever happened: once conflicts are decided and all is saved, the record has what the form shows', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.constantFrom('mine' as const, 'theirs' as const), async (acts, choice) => {
        const desk = await createDesk()
        try {
          for (const act of acts) await perform(desk, act)
          desk.record.refuse = null
          await finish(desk)
          await desk.open()
          for (let round = 0; round < 3; round++) {
            for (const { fieldId } of all)
              if (inConflict(docOf(desk.tab), fieldId)) {
                await desk.tab.dispatch(resolve({ documentId, fieldId, choice }))
                await desk.quiet()
              }
            // What cannot be saved as it stands is put right first.
            for (const field of editable)
              if (fieldViewOf(desk.tab, field).note?.level === 'fault')
                await desk.tab.dispatch(setValue({ documentId, fieldId: field.fieldId, value: null }))
            await desk.tab.dispatch(save({ documentId }))
            await desk.quiet()
          }
          expect(docOf(desk.tab).saves.filter((one) => one.failed === null)).toEqual([])
          expect(changesOf(docOf(desk.tab), form)).toEqual([])
          for (const field of editable)
            expect(desk.record.valueOf(field)).toEqual(
              payloadOf(field, heldIn(docOf(desk.tab), field, field.fieldId)),
            )
        } finally {
          await desk.close()
        }
      }),
      { numRuns: runs(40) },
    )
  })
})

type Coded = { readonly field: FormField; readonly value: CodedValue }
const other: fc.Arbitrary<Coded> = fc
  .constantFrom(...all)
  .chain((field) => foreignValue(field).map((value) => ({ field, value })))

/** The choice to overwrite counts for as long as the work rests on it. */
const overwrites = (doc: DocumentCoding, { fieldId }: FormField): boolean =>
  fieldIn(doc, fieldId).over === fieldIn(doc, fieldId).base

/** What others have coded before, what happens then, and whether a log read anew tells the same of it. */
async function readAnew(coded: readonly Coded[], acts: readonly Act[]): Promise<void> {
  const desk = await createDesk()
  try {
    for (const { field, value } of coded) desk.record.foreign(field, value)
    await desk.open()
    for (const act of acts) await perform(desk, act)
    desk.record.refuse = null
    await finish(desk)
    await desk.open()
    const log = await desk.tab.log('project')?.read({ after: 0, limit: 1e6 })
    const opening = log?.findLast(({ type }) => type === initialised.type)
    if (!log || !opening) throw new Error('The document was not opened')
    // A later version of the program starts without a snapshot, from a log whose session events are gone.
    const replay = createReplay(createRoutes(deskAreas.projections), 'project')
    replay.feed([...log.filter(({ retention }) => retention === 'audit'), opening])
    const state = replay.states().get('coding') as CodingState
    const live = docOf(desk.tab)
    const later = documentIn(state, documentId) ?? emptyDocument(documentId)
    // What would be sent: an entry that says no more than the record does may be gone.
    const says = (doc: DocumentCoding) =>
      all.map((field) => ({
        field: field.field_name,
        value: payloadOf(field, heldIn(doc, field, field.fieldId)),
        conflict: inConflict(doc, field.fieldId),
        overwrites: !isClean(doc) && overwrites(doc, field),
      }))
    expect(says(later)).toEqual(says(live))
    expect(countUnsaved(state)).toBe(countUnsaved(desk.tab.state().coding))
    if (isClean(live)) expect(isClean(later)).toBe(true)
  } finally {
    await desk.close()
  }
}

describe('invariant 14: compaction takes nothing that coding is folded from', () => {
  const { summary } = fields
  const others = (value: CodedValue): Act => ({ kind: 'foreign', field: summary, value })
  const own = (input: CommandInput): Act => ({ kind: 'command', input })
  const write = (value: CodedValue) => own(setValue({ documentId, fieldId: summary.fieldId, value }))
  const decide = (choice: 'mine' | 'theirs') => own(resolve({ documentId, fieldId: summary.fieldId, choice }))
  const undone = own(undo({ stream }))
  const saved = own(save({ documentId }))
  const change = { fieldId: summary.fieldId, name: 'Summary', before: 'a', after: 'b', epoch: 0 }
  const overwritten = own(restore({ documentId, changes: [change], overwrite: true }))
  const open: Act = { kind: 'open' }

  test('what is left of the log, and the record read anew, give the form that stood before, and its conflicts', async () => {
    await fc.assert(fc.asyncProperty(fc.array(other, { maxLength: 15 }), script, readAnew), {
      numRuns: runs(60),
    })
  })

  test('the same of a single field that two people cannot leave alone', async () => {
    const text = fc.constantFrom('a', 'b', 'c', '')
    const act = fc.oneof(
      { weight: 4, arbitrary: text.map(write) },
      { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', null).map(others) },
      { weight: 3, arbitrary: fc.constantFrom<Act>(open, saved) },
      {
        weight: 4,
        arbitrary: fc.constantFrom<Act>(
          ...[own(reset({ documentId })), own(retrySave({ documentId })), decide('mine'), decide('theirs')],
          ...[undone, own(redo({ stream })), overwritten],
          ...(['quiet', 'cut', 'mend', 'refuse', 'lose', 'late'] as const).map((kind) => ({ kind })),
        ),
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), (acts) => readAnew([], acts)),
      { numRuns: runs(150) },
    )
  })

  it.each<[string, Act[]]>([
    ['kept in the face of theirs', [write('mine'), others('theirs'), open, write('x')]],
    ['cleared in the face of theirs', [write('mine'), others('theirs'), open, write('')]],
    ['made like theirs', [write('mine'), others('theirs'), open, write('theirs'), others('another')]],
    [
      'reset to theirs',
      [write('mine'), others('theirs'), open, own(reset({ documentId })), others('another')],
    ],
  ])('own work that was %s is that, whatever they write later', async (_, acts) => {
    await readAnew([{ field: summary, value: 'x' }], acts)
  })

  it('a field that was edited and put back before news of it came: the edit after that rests on the news', async () => {
    await readAnew([], [others('theirs'), write('mine'), undone, open, write('mine again')])
  })

  it('own work that others have written as well is own work no more, whatever they write later', async () => {
    await readAnew([], [others('the same'), write('the same'), open, others('another')])
  })

  it('a value that was given up for theirs is given up, whatever they write later', async () => {
    await readAnew([], [write('mine'), others('theirs'), open, decide('theirs'), others('another')])
  })
})

/** Edits that do something, each with the fields it touches. */
const gesture = fc.oneof(
  fc.tuple(fc.constantFrom(...editable), anyValue).map(([{ fieldId }, value]) => ({
    touched: [fieldId],
    input: setValue({ documentId, fieldId, value }) as CommandInput,
  })),
  fc.tuple(fc.constantFrom(...editable), anyValue).map(([{ fieldId }, value]) => ({
    touched: [fieldId],
    input: typeValue({ documentId, fieldId, value }) as CommandInput,
  })),
  fc.constant({
    touched: [fields.responsive.fieldId, fields.issues.fieldId],
    input: syncValues({
      documentId,
      values: { Responsive: 'No', Issues: ['Fraud', 'Patent'] },
    }) as CommandInput,
  }),
)
const others = fc.array(other, { maxLength: 3 })
const steps = (desk: Desk) => getIn(desk.tab.state().undoTrail, stream)?.done.length ?? 0

describe('invariant 7 on coding: undo ∘ do = identity and redo ∘ undo = identity', () => {
  test('for edits that are saved and edits that are not, with what others code in other fields', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 6 }),
        fc.boolean(),
        gesture,
        fc.boolean(),
        others,
        async (prologue, savedBefore, { touched, input }, saved, foreigners) => {
          const desk = await createDesk()
          try {
            for (const one of prologue) await desk.tab.dispatch(one)
            if (savedBefore) await desk.tab.dispatch(save({ documentId }))
            await desk.quiet()
            // Typing would join what was typed before.
            desk.clock.now += 10_000
            const before = heldNow(desk)
            const wasRecorded = new Map(editable.map((field) => [field.fieldId, desk.record.valueOf(field)]))
            const count = steps(desk)
            await desk.tab.dispatch(input)
            if (steps(desk) === count) return
            const done = heldNow(desk)
            if (saved) await desk.tab.dispatch(save({ documentId }))
            await desk.quiet()
            const reached = new Map(editable.map((field) => [field.fieldId, desk.record.valueOf(field)]))
            const elsewhere = foreigners.filter(({ field }) => !touched.includes(field.fieldId))
            for (const { field, value } of elsewhere) desk.record.foreign(field, value)
            if (elsewhere.length % 2 === 1) await desk.open()

            const undone = await desk.tab.dispatch(undo({ stream }))
            await desk.quiet()
            expect(undone.rejected).toBeNull()
            const touchedFields = editable.filter((field) => touched.includes(field.fieldId))
            for (const field of touchedFields) {
              const now = heldIn(docOf(desk.tab), field, field.fieldId)
              // Saved, a field holds what the record says: the same value, as the record writes it.
              expect(payloadOf(field, now)).toEqual(payloadOf(field, before[field.field_name] ?? null))
              if (!saved) expect(now).toEqual(before[field.field_name])
              const old = wasRecorded.get(field.fieldId) ?? null
              const held = before[field.field_name] ?? null
              // What is no value of the field comes back as it was written, and is not sent to the record.
              const isFault = noteOf(field, held)?.level === 'fault'
              if (!isFault && sameValue(payloadOf(field, held), old))
                expect(desk.record.valueOf(field)).toEqual(old)
            }
            const redone = await desk.tab.dispatch(redo({ stream }))
            await desk.quiet()
            expect(redone.rejected).toBeNull()
            for (const field of touchedFields) {
              const now = heldIn(docOf(desk.tab), field, field.fieldId)
              expect(payloadOf(field, now)).toEqual(payloadOf(field, done[field.field_name] ?? null))
              if (!saved) expect(now).toEqual(done[field.field_name])
              expect(desk.record.valueOf(field)).toEqual(reached.get(field.fieldId))
            }
            await foldFrozen(deskAreas, desk.tab)
            // Nobody else's work was touched.
            for (const { field, value } of elsewhere.slice(-1))
              expect(desk.record.valueOf(field)).toEqual(value)
          } finally {
            await desk.close()
          }
        },
      ),
      { numRuns: runs(80) },
    )
  })
})

describe('invariant 8 on coding: undo against a foreign edit of the same field', () => {
  test('is refused and changes nothing, whether it is known here or only to the record', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...editable.filter((field) => field.fieldId !== fields.lone.fieldId)),
        fc.boolean(),
        async (field, known) => {
          const [first, second] = twoValues(field)
          const desk = await createDesk()
          try {
            await desk.tab.dispatch(syncValues({ documentId, values: { [field.field_name]: first } }))
            await desk.tab.dispatch(save({ documentId }))
            await desk.quiet()
            desk.record.foreign(field, second)
            if (known) await desk.open()
            const before = codingOf(desk)
            const undone = await desk.tab.dispatch(undo({ stream }))
            await desk.quiet()
            expect(desk.record.valueOf(field)).toEqual(second)
            if (known) {
              expect(undone.rejected).toContain('Ben Novak')
              expect(codingOf(desk)).toEqual(before)
            } else {
              // Both values stand beside each other until the reviewer has decided.
              expect(inConflict(docOf(desk.tab), field.fieldId)).toBe(true)
              expect(fieldViewOf(desk.tab, field).conflict?.by).toBe('Ben Novak')
            }
          } finally {
            await desk.close()
          }
        },
      ),
      { numRuns: runs(30) },
    )
  })
})

/** Two different values of a field, as the record has them, neither of them "not coded". */
function twoValues(field: FormField): [CodedValue, CodedValue] {
  const values = fc.sample(foreignValue(field), { numRuns: 100, seed: 1 }).filter((value) => value !== null)
  const [first = null] = values
  return [first, values.find((value) => !sameValue(value, first)) ?? null]
}
