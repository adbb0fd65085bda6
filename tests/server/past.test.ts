/** The past as it is looked up, against the past as anybody can work it out from the audit rows, one by one. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CodedValue } from '#contracts/coding.ts'
import type { FormDraft } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { AsOfFilter, Moment } from '#contracts/reconstruct.ts'
import { appendAudit } from '#server/platform/audit/append.ts'
import type { AuditEntry } from '#server/platform/audit/entry.ts'
import { parseErasable } from '#server/platform/audit/entry.ts'
import { addForm, replaceForm } from '#server/review/coding/forms.ts'
import { askForSave, save } from '#server/review/coding/save.ts'
import { rebuild } from '#server/review/coding-history/rebuild.ts'
import { readForm } from '#server/review/coding-values/form-queries.ts'
import { comparePage, totalsOf } from '#server/review/reconstruct/compare.ts'
import { readCounts } from '#server/review/reconstruct/counts.ts'
import { densityOf } from '#server/review/reconstruct/density.ts'
import { readDocument } from '#server/review/reconstruct/document.ts'
import { readList } from '#server/review/reconstruct/list.ts'
import type { Past } from '#server/review/reconstruct/moments.ts'
import { inDeepRun, runs } from '../runs.ts'
import { dialects } from './harness.ts'
import { addDocuments, type Matter, startMatter } from './matter.ts'

const choices = { Responsive: ['Yes', 'No', 'Maybe'], Issues: ['Patent', 'Pricing', 'Secret'] } as const
/** Names that choices may get: few, so that one gets what another had before. */
const pool = ['Yes', 'No', 'Maybe', 'Aye', 'Nay', 'Patent', 'Pricing', 'Secret', 'Price, "fixed"']
const tags = ['Hot', 'Cold', 'a"Hot', 'x,']
const fields = ['Responsive', 'Issues', 'Key', 'Pages', 'Notes'] as const

const draft = (
  texts: Record<keyof typeof choices, FormDraft['sections'][number]['fields'][number]['choices']>,
) => {
  const field = (field_name: string, field_type_id: number, own: (typeof texts)['Issues'] = []) => ({
    ...{ field_name, field_type_id, choices: own, is_required: false, is_read_only: false },
  })
  return {
    name: 'First pass',
    sections: [
      {
        name: 'All',
        fields: [
          field('Responsive', fieldTypes.singleChoice, texts.Responsive),
          field('Issues', fieldTypes.multipleChoice, texts.Issues),
          field('Key', fieldTypes.boolean, ['Yes', 'No']),
          field('Pages', fieldTypes.integer),
          field('Notes', fieldTypes.longText),
        ],
      },
    ],
  }
}

const small = fc.nat({ max: 3 })
const act = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      document: small,
      fields: fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 3 }),
      pick: fc.nat({ max: 7 }),
      user: fc.nat({ max: 1 }),
      kind: fc.constantFrom('do' as const, 'undo' as const, 'redo' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('tags' as const), document: small, on: fc.subarray(tags) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('bulk' as const),
      field: fc.constantFrom('Responsive' as const, 'Issues' as const, 'Key' as const),
      pick: fc.nat({ max: 7 }),
      documents: fc.array(small, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      field: fc.constantFrom('Responsive' as const, 'Issues' as const),
      choice: fc.nat({ max: 2 }),
      text: fc.constantFrom(...pool),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), pick: fc.nat({ max: 20 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('clock' as const), minutes: fc.integer({ min: -40, max: 90 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('others' as const), rows: fc.integer({ min: 1, max: 700 }) }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** A value as the trail tells it, and where it came from. */
interface Stood {
  value: CodedValue
  readonly coded: boolean
  readonly erased: boolean
  readonly seq: number
  readonly userId: number | null
  readonly how: string
}
type State = Map<string, Stood>

interface Row {
  readonly seq: number
  readonly at: string
  readonly said: Record<string, never>
  readonly erasable: string | null
}

describe.each(dialects)('the past of a project on %s', (dialect) => {
  let matter: Matter
  beforeAll(async () => {
    matter = await startMatter(dialect, { documents: 0 })
  })
  afterAll(() => matter.close())

  /** A project of its own with a form, a category of tags and four documents. */
  async function begin() {
    const { server, companyId, manager } = matter
    const projectId = await server.project(companyId, { prefix: 'PST' })
    const write = server.services.records.write
    const user = { userId: manager.userId, name: manager.name, role: 'ReviewManager' }
    const change = { projectId, prefix: 'PST', user }
    const formId = await write('interactive', (trx) =>
      addForm(
        trx,
        { ...change, at: clock(0) },
        draft({ Responsive: [...choices.Responsive], Issues: [...choices.Issues] }),
      ),
    )
    const tagCategoryId = await write('interactive', async (trx) => {
      const { tag_category_id } = await trx
        .insertInto('tag_category')
        .values({ project_id: projectId, name: 'Subject', position: 0, exclusive: 0 })
        .returning('tag_category_id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('tag')
        .values(tags.map((name, position) => ({ tag_category_id, name, position, quick_key: null })))
        .execute()
      return tag_category_id
    })
    const documents = await addDocuments(server, projectId, manager.userId, 4)
    return { projectId, change, formId, tagCategoryId, documents }
  }
  const clock = (minutes: number): Date => new Date(Date.UTC(2026, 2, 2, 9, minutes))

  async function perform(world: Awaited<ReturnType<typeof begin>>, acts: readonly Act[]): Promise<void> {
    const { server, ana, ben } = matter
    const { read, write } = server.services.records
    const { projectId, change, formId, tagCategoryId, documents } = world
    let minutes = 1
    let n = 0
    const form = async () => (await readForm(read, projectId, formId)) ?? expect.fail('no form')
    const named = async (name: string) =>
      (await form()).sections.flatMap((section) => section.fields).find((one) => one.field_name === name) ??
      expect.fail(name)
    const valueFor = async (name: string, pick: number): Promise<CodedValue> => {
      const texts = (await named(name)).values.map((choice) => choice.short_text_value)
      if (pick === 7) return null
      if (name === 'Responsive') return texts[pick % texts.length] ?? null
      if (name === 'Issues') return texts.filter((_text, i) => (pick & (1 << i)) !== 0)
      if (name === 'Key') return pick % 2 === 0
      return name === 'Pages' ? pick : `Seen ${pick}`
    }
    for (const one of acts) {
      const at = clock(minutes)
      const user = (who: typeof ana) => ({ userId: who.userId, name: who.name, role: 'Reviewer' })
      const commandId = `command-${n++}`.padEnd(12, '0')
      const append = (entries: AuditEntry[]) =>
        write('interactive', async (trx) => void (await appendAudit(trx, `project:${projectId}`, entries)))
      switch (one.do) {
        case 'clock':
          minutes = Math.max(1, minutes + one.minutes)
          break
        case 'save': {
          const documentId = documents[one.document] ?? 0
          const changes: { name: string; value: CodedValue; coding_form_field_id: number }[] = []
          const seen = new Map<number, number>()
          for (const name of one.fields) {
            const field = await named(name)
            const standing = await read
              .selectFrom('coding_value')
              .select('version')
              .where('document_id', '=', documentId)
              .where('field_id', '=', field.fieldId)
              .executeTakeFirst()
            seen.set(field.coding_form_field_id, standing?.version ?? 0)
            changes.push({
              name,
              value: await valueFor(name, one.pick),
              coding_form_field_id: field.coding_form_field_id,
            })
          }
          const by = { projectId, user: user(one.user === 0 ? ana : ben), at, commandId }
          const body = {
            documentId,
            coding_form_id: formId,
            fields: changes,
            undo: { kind: one.kind, group: commandId, targets: [] },
            correlationId: commandId,
          }
          await write('interactive', (trx) => save(trx, by, body, seen, askForSave(trx, by, body)))
          break
        }
        case 'bulk': {
          const field = await named(one.field)
          const newValue = await valueFor(one.field, one.pick)
          // A document may stand in it twice: the last one counts.
          await append(
            one.documents.map((place) => ({
              ...{
                at,
                user: user(ana),
                action: 'coding.bulkSaved',
                projectId,
                commandId,
                jobId: 7,
                newValue,
              },
              ...{
                documentId: documents[place] ?? 0,
                fieldId: field.fieldId,
                field: one.field,
                how: 'bulk' as const,
              },
            })),
          )
          break
        }
        case 'tags':
          await append([
            {
              ...{ at, user: user(ben), action: 'tags.changed', projectId, how: 'manual', commandId },
              ...{ documentId: documents[one.document] ?? 0, field: 'Subject', newValue: one.on },
              facts: { tagCategoryId },
            },
          ])
          break
        case 'rename': {
          const all = {
            Responsive: (await named('Responsive')).values,
            Issues: (await named('Issues')).values,
          }
          const own = all[one.field]
          const id = own[one.choice]?.choiceId
          if (own.some((choice) => choice.short_text_value === one.text)) break
          const texts = (name: keyof typeof all) =>
            all[name].map((choice) => ({
              choiceId: choice.choiceId,
              text: choice.choiceId === id ? one.text : choice.short_text_value,
            }))
          await write('interactive', async (trx) => {
            await replaceForm(
              trx,
              { ...change, at },
              formId,
              draft({ Responsive: texts('Responsive'), Issues: texts('Issues') }),
            )
          })
          break
        }
        case 'late': {
          const control = documents.length
          const [documentId = 0] = await addDocuments(server, projectId, matter.manager.userId, 1, {
            control: control + 1,
            at,
          })
          documents.push(documentId)
          break
        }
        case 'others':
          await append(
            Array.from({ length: one.rows }, () => ({
              at,
              user: null,
              action: 'import.something',
              projectId,
            })),
          )
          break
        case 'erase': {
          const rows = await read
            .selectFrom('audit')
            .select(['audit_id', 'erasable'])
            .where('project_id', '=', projectId)
            .where('field_id', 'is not', null)
            .where('erasable', 'is not', null)
            .orderBy('audit_id')
            .execute()
          // A value that is nothing names nobody: it is not erased.
          const typed = rows.filter(
            ({ erasable }) => (parseErasable(erasable ?? '')?.newValue?.value ?? null) !== null,
          )
          const row = typed[one.pick % Math.max(typed.length, 1)]
          if (row === undefined) break
          await write('interactive', async (trx) => {
            await trx
              .updateTable('audit')
              .set({ erasable: null })
              .where('audit_id', '=', row.audit_id)
              .execute()
          })
        }
      }
    }
  }

  const rowsOf = async (projectId: number): Promise<Row[]> => {
    const rows = await matter.server.services.records.read
      .selectFrom('audit')
      .select(['seq', 'at', 'text', 'erasable'])
      .where('chain', '=', `project:${projectId}`)
      .orderBy('seq')
      .execute()
    return rows.map(({ seq, at, text, erasable }) => ({ seq, at, said: JSON.parse(text), erasable }))
  }

  const isCoding = ({ said }: Row): boolean =>
    /^(coding|tags)\./.test(said.action ?? '') && said.documentId !== undefined

  /** Replays rows up to one; later renamings too, where they are wanted. */
  function replay(rows: readonly Row[], seq: number, renamedUntil = seq): State {
    const state: State = new Map()
    for (const row of rows) {
      const said: Record<string, unknown> = row.said
      if (isCoding(row) && row.seq <= seq) {
        const facts = Object(said.facts)
        const key = `${said.documentId} ${said.fieldId === undefined ? `tags ${facts.tagCategoryId}` : `field ${said.fieldId}`}`
        const isTyped = Object(said.erasable).newValue !== undefined
        const kept = isTyped ? parseErasable(row.erasable ?? 'null')?.newValue : { value: said.newValue }
        const value = (kept?.value ?? null) as CodedValue
        const coded = kept === undefined || !(value === null || (Array.isArray(value) && value.length === 0))
        state.set(key, {
          ...{ value, coded, erased: kept === undefined, seq: row.seq },
          ...{ userId: Object(said.user).userId ?? null, how: String(said.how) },
        })
      }
      if (/^codingForm\./.test(String(said.action)) && row.seq <= renamedUntil)
        for (const [fieldId, names] of renamings(said.oldValue, said.newValue))
          for (const [key, stood] of state) {
            if (!key.endsWith(` field ${fieldId}`)) continue
            const called = (text: string): string => names.get(text) ?? text
            if (typeof stood.value === 'string' && !stood.erased) stood.value = called(stood.value)
            if (Array.isArray(stood.value)) stood.value = stood.value.map(called)
          }
    }
    return state
  }

  function renamings(before: unknown, after: unknown): Map<number, Map<string, string>> {
    const choicesIn = (form: unknown): [number, number, string][] =>
      (Object(form).sections ?? []).flatMap((section: never) =>
        Object(section).fields.flatMap((field: never) =>
          Object(field).choices.map((choice: never) => [
            Object(field).fieldId,
            Object(choice).choiceId,
            Object(choice).text,
          ]),
        ),
      )
    const now = new Map(choicesIn(after).map(([, choiceId, text]) => [choiceId, text]))
    const found = new Map<number, Map<string, string>>()
    for (const [fieldId, choiceId, text] of choicesIn(before)) {
      const called = now.get(choiceId)
      if (called === undefined || called === text) continue
      found.set(fieldId, (found.get(fieldId) ?? new Map()).set(text, called))
    }
    return found
  }

  /** The last change that counts, by the rule: none counts without the ones before it. */
  function lastChange(rows: readonly Row[], moment: Moment): number {
    let latest = ''
    let last = 0
    for (const row of rows.filter(isCoding)) {
      if (row.at > latest) latest = row.at
      if ('seq' in moment ? row.seq <= moment.seq : latest <= moment.at) last = row.seq
    }
    return last
  }

  const dump = async (projectId: number) => {
    const { read } = matter.server.services.records
    const of = async (table: 'coding_span' | 'coding_tally' | 'coding_hour' | 'choice_span') => {
      const rows: unknown[] = await read
        .selectFrom(table)
        .selectAll()
        .where('project_id', '=', projectId)
        .execute()
      return rows.map((row) => JSON.stringify(row)).sort()
    }
    const tallies = await read
      .selectFrom('coding_tally')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('n', '!=', 0)
      .execute()
    return {
      spans: await of('coding_span'),
      // What came to nothing in one transaction may leave a row of nought in two.
      tallies: tallies.map((row) => JSON.stringify(row)).sort(),
      hours: await of('coding_hour'),
      choices: await of('choice_span'),
    }
  }

  async function pages<T>(
    next: (after: number | undefined) => Promise<{ data: T[]; next: number | null }>,
  ): Promise<T[]> {
    const all: T[] = []
    let after: number | undefined
    for (;;) {
      const page = await next(after)
      all.push(...page.data)
      if (page.next === null) return all
      after = page.next
    }
  }

  it('is what a replay of the audit rows says, at any moment', {
    ...inDeepRun,
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 10, maxLength: 40 }),
        fc.array(fc.tuple(fc.boolean(), fc.nat()), { minLength: 3, maxLength: 3 }),
        async (acts, picks) => {
          const world = await begin()
          await perform(world, acts)
          const { projectId, documents, tagCategoryId } = world
          const past: Past = {
            read: matter.server.services.records.read,
            projectId,
            prefix: 'PST',
            now: () => clock(60 * 24 * 30),
          }
          const rows = await rowsOf(projectId)
          const arrived = await past.read
            .selectFrom('document')
            .select(['document_id', 'created_at'])
            .where('project_id', '=', projectId)
            .execute()
          const fieldIds = new Map(
            (
              await past.read.selectFrom('field').selectAll().where('project_id', '=', projectId).execute()
            ).map((row) => [row.name, row.field_id]),
          )
          const moments = picks.map(([bySeq, pick]): Moment => {
            const row = rows[pick % rows.length] ?? expect.fail('no rows')
            return bySeq ? { seq: row.seq } : { at: row.at }
          })

          for (const moment of moments) {
            const seq = lastChange(rows, moment)
            const state = replay(rows, seq)
            const at = 'at' in moment ? moment.at : (rows.find((row) => row.seq === moment.seq)?.at ?? '')
            const there = arrived.filter((row) => row.created_at <= at).map((row) => row.document_id)
            const stoodAt = (documentId: number, key: string) => state.get(`${documentId} ${key}`)
            const coded = documents.filter((id) =>
              [...state].some(([key, { coded: is }]) => is && key.startsWith(`${id} `)),
            )
            const present = [...new Set([...there])].sort((a, b) => a - b)

            // One document.
            for (const documentId of documents) {
              const read = await readDocument(past, documentId, moment)
              expect(read.asOf.seq).toBe(seq)
              const said = read.values.map((one) => [
                `${one.kind} ${one.subjectId}`,
                { value: one.value, erased: one.erased, seq: one.seq, userId: one.userId, how: one.how },
              ])
              const wanted = [...state]
                .filter(([key]) => key.startsWith(`${documentId} `))
                .map(([key, { coded: _, ...stood }]) => [key.slice(`${documentId} `.length), stood])
              expect(new Map(said as [string, unknown][])).toEqual(new Map(wanted as [string, unknown][]))
            }

            // Counts.
            const counts = await readCounts(past, moment)
            expect([counts.documents, counts.coded]).toEqual([there.length, coded.length])
            const holders = (key: string, value: unknown): number[] =>
              documents.filter((id) => {
                const stood = stoodAt(id, key)
                return stood?.coded === true && [stood.value].flat().some((held) => held === value)
              })
            const codedIn = (key: string): number[] =>
              documents.filter((id) => stoodAt(id, key)?.coded === true)
            for (const subject of counts.subjects) {
              const key = `${subject.kind} ${subject.subjectId}`
              expect([key, subject.coded]).toEqual([key, codedIn(key).length])
              for (const choice of subject.choices)
                expect([key, choice.value, choice.documents]).toEqual([
                  ...[key, choice.value, holders(key, choice.value).length],
                ])
              const held = codedIn(key).flatMap((id) => [stoodAt(id, key)?.value ?? null].flat())
              if (subject.choices.length > 0)
                expect(subject.choices.map(({ value }) => value)).toEqual(expect.arrayContaining(held))
            }

            // Lists. Of the choices a few, by chance: they are many.
            const drawn = <T>(all: readonly T[]): T[] => all.filter((_one, i) => (i + acts.length) % 3 === 0)
            const listed = async (filter: AsOfFilter): Promise<number[]> => {
              let total = 0
              const found = await pages(async (after) => {
                const page = await readList(past, {
                  ...{ asOf: moment, filter, limit: 3 },
                  ...(after === undefined ? {} : { after }),
                })
                total = page.totalCount
                return page
              })
              expect([filter, total]).toEqual([filter, found.length])
              return found.map(({ documentId }) => documentId)
            }
            expect(await listed({ is: 'all' })).toEqual(present)
            // A clock that was set back can have a document coded before it came in: it counts where it is coded.
            if (coded.every((id) => there.includes(id))) {
              expect(await listed({ is: 'coded' })).toEqual(coded)
              expect(await listed({ is: 'notCoded' })).toEqual(present.filter((id) => !coded.includes(id)))
              for (const name of ['Responsive', 'Issues', 'Notes'] as const) {
                const fieldId = fieldIds.get(name) ?? 0
                const own = codedIn(`field ${fieldId}`)
                expect(await listed({ is: 'field', fieldId, coded: true })).toEqual(own)
                expect(await listed({ is: 'field', fieldId, coded: false })).toEqual(
                  present.filter((id) => !own.includes(id)),
                )
              }
              for (const name of ['Responsive', 'Issues'] as const) {
                const fieldId = fieldIds.get(name) ?? 0
                for (const value of drawn(pool))
                  expect([name, value, await listed({ is: 'field', fieldId, value })]).toEqual([
                    ...[name, value, holders(`field ${fieldId}`, value)],
                  ])
              }
              for (const value of drawn(tags))
                expect([value, await listed({ is: 'tags', tagCategoryId, value })]).toEqual([
                  ...[value, holders(`tags ${tagCategoryId}`, value)],
                ])
            }
          }

          // Two moments.
          const [one = expect.fail(), other = expect.fail()] = moments
          const bounds = [lastChange(rows, one), lastChange(rows, other)].sort((a, b) => a - b)
          const [first = 0, second = 0] = bounds
          const before = replay(rows, first, second)
          const after = replay(rows, second)
          const wanted = [...after].flatMap(([key, stood]) => {
            const old = before.get(key)
            const plain = { value: old?.value ?? null, erased: old?.erased ?? false }
            const now = { value: stood.value, erased: stood.erased }
            const isEmpty = (value: CodedValue) =>
              value === null || (Array.isArray(value) && value.length === 0)
            if (old?.seq === stood.seq) return []
            if (!plain.erased && !now.erased) {
              if (JSON.stringify(plain.value) === JSON.stringify(now.value)) return []
              if (isEmpty(plain.value) && isEmpty(now.value)) return []
            }
            return [[key, { old: plain, new: now, seq: stood.seq, userId: stood.userId }] as const]
          })
          const differences = await pages((start) =>
            comparePage(past, {
              from: one,
              to: other,
              limit: 3,
              ...(start === undefined ? {} : { before: start }),
            }),
          )
          expect(
            new Map(
              differences.map((row) => [
                `${row.documentId} ${row.kind} ${row.subjectId}`,
                { old: row.old, new: row.new, seq: row.seq, userId: row.userId },
              ]),
            ),
          ).toEqual(new Map(wanted))
          const totals = await totalsOf(past, { from: one, to: other })
          expect([totals.changes, totals.documents]).toEqual([
            wanted.length,
            new Set(wanted.map(([key]) => key.split(' ')[0])).size,
          ])

          // Nothing of it is known only here.
          const density = await densityOf(past, { filter: {} })
          expect(density.total).toBe(rows.filter(isCoding).length)
          const kept = await dump(projectId)
          await rebuild(matter.server.services.records, projectId)
          expect(await dump(projectId)).toEqual(kept)
        },
      ),
      { numRuns: runs(dialect === 'sqlite' ? 8 : 4) },
    )
  })
})
