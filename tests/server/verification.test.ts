/** What people see of coding, tags and batches, held against the audit chain: on copies that somebody with the database in his hands has altered. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '#contracts/audit.ts'
import { putForm } from '#contracts/form-drafts.ts'
import { applyTags } from '#contracts/tags.ts'
import { main } from '#server/cli/main.ts'
import { Checkpoints } from '#server/platform/audit/checkpoints.ts'
import { knownHeads } from '#server/platform/audit/heads.ts'
import type { VerifiedRecords } from '#server/platform/audit/verify.ts'
import type { DialectName } from '#server/platform/records/dialect.ts'
import type { Writer } from '#server/platform/records/records.ts'
import { readForm } from '#server/review/coding-values/form-queries.ts'
import { verifyIn, verifyRecords } from '#server/review/verification/verify-records.ts'
import { batchesIn } from './batches.ts'
import { bulkIn } from './bulk-changes.ts'
import { dialects } from './harness.ts'
import { addForm, addTags, type Matter, startMatter } from './matter.ts'

const hour = 3_600_000

function proofOf(matter: () => Matter, dialect: DialectName) {
  const services = () => matter().server.services
  const chain = () => `project:${matter().projectId}` as const
  const verify = (now = Date.now()) =>
    verifyRecords(
      { place: services().records.place, config: services().config, chain: chain(), now },
      () => {},
    )
  const sign = () => new Checkpoints(services()).look(new Date())
  /** What is found once somebody has altered the records, as they stand in a transaction that is rolled back. */
  const altered = async (alter: (trx: Writer) => Promise<unknown>): Promise<VerifiedRecords> => {
    const { read, write } = services().records
    const known = await knownHeads(read, services().config, chain())
    let found: VerifiedRecords | null = null
    const undone = new Error('undone')
    await write('interactive', async (trx) => {
      await alter(trx)
      found = await verifyIn(trx, { dialect, known, chain: chain(), now: Date.now() }, () => {})
      throw undone
    }).catch((error: unknown) => expect(error).toBe(undone))
    return found ?? expect.fail('nothing was verified')
  }
  const dropGuard = (trx: Writer, name: string) =>
    sql.raw(`drop trigger ${name}${dialect === 'postgres' ? ' on audit' : ''}`).execute(trx)
  return { services, chain, verify, sign, altered, dropGuard }
}

describe.each(dialects)('the records against their audit chain on %s', (dialect) => {
  let matter: Matter
  let formId = 0
  let saveUnder: ReturnType<typeof bulkIn>['saveUnder']
  const { services, verify, sign, altered, dropGuard } = proofOf(() => matter, dialect)

  beforeAll(async () => {
    matter = await startMatter(dialect, { documents: 4, work: true })
  })
  afterAll(() => matter.close())

  /** The work of a review; what waits for jobs cannot be done before the first test. */
  const review = async (): Promise<void> => {
    const form = await addForm(matter)
    formId = form.coding_form_id
    const { save, coding, ...bulk } = bulkIn(matter, form)
    saveUnder = bulk.saveUnder
    const { made, batches, take, checkIn } = batchesIn(matter)
    const [first = 0, second = 0] = matter.documents
    await save(matter.ana, first, 'Responsive', 'Yes')
    await save(matter.ben, first, 'Responsive', 'No')
    await save(matter.ana, first, 'Notes', 'what somebody typed')
    await save(matter.ana, second, 'Issues', ['Patent', 'Pricing'])
    await save(matter.ana, second, 'Issues', [])
    await coding({ ids: [...matter.documents] }, [['Hot', 'set', true]])
    // A choice is renamed: what was coded with it is called otherwise from then on, by nobody's decision.
    const renamed = structuredClone(form)
    const answer = await matter.server.call(matter.manager, putForm, {
      project: matter.projectId,
      params: { id: form.coding_form_id },
      body: {
        name: renamed.name,
        sections: renamed.sections.map(({ name, fields }) => ({
          name,
          fields: fields.map((field) => ({
            field_name: field.field_name,
            field_type_id: field.field_type_id,
            is_required: field.is_required,
            is_read_only: field.is_read_only,
            choices: field.values.map(({ choiceId, short_text_value: text }) => ({
              choiceId,
              text: text === 'No' && field.field_name === 'Responsive' ? 'Not responsive' : text,
            })),
          })),
        })),
      },
    })
    expect(answer.status).toBe(200)
    const assignmentId = await made()
    await take(matter.ana, assignmentId)
    const [batch] = await batches(assignmentId)
    await checkIn(matter.ana, batch?.batchId ?? 0, 'Completed')
    await take(matter.ben, assignmentId)
    await sign()
  }
  let reviewed: Promise<void> | null = null
  const ready = (): Promise<void> => {
    reviewed ??= review()
    return reviewed
  }

  const differences = async (alter: (trx: Writer) => Promise<unknown>) => {
    const found = await altered(alter)
    expect(found).toMatchObject({ firstBroken: null })
    return found.differences.first
  }
  const set = (field: string, more: object) => (trx: Writer) =>
    trx
      .updateTable('coding_value')
      .set(more)
      .where('document_id', '=', matter.documents[0] ?? 0)
      .where('field_id', 'in', trx.selectFrom('field').select('field_id').where('name', '=', field))
      .execute()

  it('are as it tells, after saves of several people, a bulk change, a renamed choice and batches', async () => {
    await ready()
    const found = await verify()
    expect(found).toMatchObject({
      firstBroken: null,
      uncovered: null,
      differences: { count: 0, first: [] },
      warnings: [],
    })
    const asked = await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })
    expect(asked.data).toMatchObject({ differences: { count: 0 }, warnings: [] })
  })

  it('differ by a coded value that somebody altered, its author, its time, or its being there at all', async () => {
    await ready()
    const row = /^NWI00000001: Responsive: row \d+ of the audit log says otherwise\.$/
    for (const more of [
      { value: '"Yes"' },
      { by_user: matter.ana.userId },
      { at: '2026-01-01T00:00:00.000Z' },
      { version: 1 },
    ])
      expect(await differences(set('Responsive', more))).toEqual([expect.stringMatching(row)])
    // What was typed is compared too, and never repeated.
    const typed = await differences(set('Notes', { value: '"what nobody typed"' }))
    expect(typed).toEqual([expect.stringMatching(/^NWI00000001: Notes: row \d+/)])
    const gone = await differences((trx) =>
      trx
        .deleteFrom('coding_value')
        .where('document_id', '=', matter.documents[1] ?? 0)
        .execute(),
    )
    expect(gone).toEqual([
      expect.stringMatching(/^NWI00000002: Issues: row \d+/),
      expect.stringMatching(/^NWI00000002: Hot: row \d+/),
    ])
    const more = await differences(async (trx) => {
      const { field_id } = await trx
        .selectFrom('field')
        .select('field_id')
        .where('name', '=', 'Pages')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('coding_value')
        .values({
          document_id: matter.documents[2] ?? 0,
          field_id,
          project_id: matter.projectId,
          value: '7',
          version: 1,
          by_user: matter.ana.userId,
          at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
    })
    expect(more).toEqual(['NWI00000003: Pages: the audit log has no row for it.'])
  })

  it('differ by a history that somebody altered', async () => {
    await ready()
    const spans = (trx: Writer) =>
      trx
        .updateTable('coding_span')
        .where('document_id', '=', matter.documents[0] ?? 0)
        .where('value', '=', '"Yes"')
    const said = [expect.stringMatching(/^NWI00000001: the history of Responsive: row \d+ of the audit log/)]
    expect(await differences((trx) => spans(trx).set({ value: '"No"' }).execute())).toEqual(said)
    expect(await differences((trx) => spans(trx).set({ user_id: matter.ben.userId }).execute())).toEqual(said)
    // It is made to stand longer than it did.
    expect(await differences((trx) => spans(trx).set({ until_seq: 900 }).execute())).toEqual(said)
    const gone = await differences((trx) =>
      trx
        .deleteFrom('coding_span')
        .where('document_id', '=', matter.documents[2] ?? 0)
        .where('kind', '=', 'field')
        .execute(),
    )
    expect(gone[0]).toMatch(/^NWI00000003: the history of Hot: row \d+/)
    const uncoded = await differences((trx) =>
      trx
        .deleteFrom('coding_span')
        .where('document_id', '=', matter.documents[2] ?? 0)
        .where('kind', '=', 'document')
        .execute(),
    )
    expect(uncoded).toEqual(['NWI00000003: the history of coding: the audit log has no row for it.'])
  })

  it('differ by a batch that somebody gave to another, and by what a choice is called', async () => {
    await ready()
    const moved = await differences((trx) =>
      trx
        .updateTable('batch')
        .set({ holder: matter.ana.userId })
        .where('holder', '=', matter.ben.userId)
        .execute(),
    )
    expect(moved).toEqual([expect.stringMatching(/^batch 2 of First pass: row \d+ of the audit log says/)])
    const past = await differences((trx) =>
      trx.updateTable('batch_span').set({ user_id: null }).where('user_id', '=', matter.ben.userId).execute(),
    )
    expect(past).toEqual([expect.stringMatching(/^the history of batch 2 of First pass: row \d+/)])
    const called = await differences((trx) =>
      trx.updateTable('field_choice').set({ text: 'Patents' }).where('text', '=', 'Patent').execute(),
    )
    expect(called).toEqual([expect.stringMatching(/^the choices of Issues: row \d+/)])
  })

  it('are as it tells though a choice was renamed and its old name was given to another', async () => {
    await ready()
    const form = await readForm(services().records.read, matter.projectId, formId)
    const sections = (form?.sections ?? []).map(({ name, fields }) => ({
      name,
      fields: fields.map((field) => ({
        field_name: field.field_name,
        field_type_id: field.field_type_id,
        is_required: field.is_required,
        is_read_only: field.is_read_only,
        choices: [
          ...field.values.map(({ choiceId, short_text_value: text }) => ({ choiceId, text })),
          ...(field.field_name === 'Responsive' ? ['No'] : []),
        ],
      })),
    }))
    const answer = await matter.server.call(matter.manager, putForm, {
      project: matter.projectId,
      params: { id: formId },
      body: { name: form?.name ?? '', sections },
    })
    expect(answer.status).toBe(200)
    expect((await verify()).differences).toEqual({ count: 0, first: [] })
  })

  it('do not hold where a value beside the trail is gone without a record', async () => {
    await ready()
    const found = await altered((trx) =>
      trx.updateTable('audit').set({ erasable: null }).where('erasable', 'is not', null).execute(),
    )
    expect(found.firstBroken).not.toBeNull()
    expect(found.reason).toMatch(/is gone, and no row records its erasure/)
  })

  it('are told with a warning where files of checkpoints, triggers or a day of checkpoints are missing', async () => {
    await ready()
    const later = Date.now() + hour
    const { headsDir } = services().config
    const heads = await services().records.read.selectFrom('signed_head').selectAll().execute()
    const days = [...new Set(heads.map(({ at }) => `heads-${at.slice(0, 10)}.ndjson`))]
    for (const name of days) rmSync(join(headsDir, name))
    const unfiled = await verify(later)
    expect(unfiled.warnings).toEqual([expect.stringMatching(/^1 signed checkpoint is missing in the files/)])
    await sign()
    expect((await verify(later)).warnings).toEqual([])
    // A row that nobody has signed for a day.
    await saveUnder(matter.ana, matter.documents[3] ?? 0, 'Pages', 12)
    const open = await verify(Date.now() + 25 * hour)
    expect(open).toMatchObject({ firstBroken: null, uncovered: { since: expect.any(String) } })
    expect(open.warnings).toEqual([expect.stringMatching(/covered by no signed checkpoint/)])
    expect((await altered((trx) => dropGuard(trx, 'audit_kept'))).warnings).toEqual([
      expect.stringMatching(/does not keep the audit log append-only: audit_kept is missing/),
    ])
  })
})

describe.each(dialects)('tags against their audit chain on %s', (dialect) => {
  let matter: Matter
  const { verify, altered } = proofOf(() => matter, dialect)
  beforeAll(async () => {
    matter = await startMatter(dialect, { codingForms: false })
    const ids = await addTags(matter)
    const [one = 0, two = 0] = Object.values(ids)
    for (const [add, remove] of [
      [[one], []],
      [[two], []],
      [[], [two]],
      [[one], []],
    ] as const) {
      const answer = await matter.server.call(matter.ana, applyTags, {
        project: matter.projectId,
        key: `command-tags-${add.join()}-${remove.join()}-${Math.random().toString(36).slice(2, 8)}`,
        body: {
          documentId: matter.documents[0] ?? 0,
          add: [...add],
          remove: [...remove],
          undo: { kind: 'do', group: 'group-0001', targets: [] },
          correlationId: 'gesture-0001',
        },
      })
      expect(answer.status).toBe(200)
    }
  })
  afterAll(() => matter.close())

  it('are as it tells, and differ by one that somebody took off or put on', async () => {
    expect((await verify()).differences).toEqual({ count: 0, first: [] })
    const off = await altered((trx) => trx.deleteFrom('document_tag').execute())
    expect(off.differences.first).toEqual([
      expect.stringMatching(/^NWI00000001: the tags of \w+: row \d+ of the audit log/),
    ])
    const on = await altered(async (trx) => {
      const { tag_id } = await trx.selectFrom('document_tag').select('tag_id').executeTakeFirstOrThrow()
      await trx
        .insertInto('document_tag')
        .values({
          document_id: matter.documents[1] ?? 0,
          tag_id,
          project_id: matter.projectId,
          by_user: matter.ana.userId,
          at: '2026-01-01T00:00:00.000Z',
        })
        .execute()
    })
    expect(on.differences.first).toEqual([
      expect.stringMatching(/^NWI00000002: the tags of \w+: the audit log has no row/),
    ])
  })
})

describe('affiant audit verify', () => {
  it('says what differs and which rows are not covered, and ends with 0, 1 or 3', async () => {
    const matter = await startMatter('sqlite', { documents: 1 })
    const { services, dropGuard } = proofOf(() => matter, 'sqlite')
    try {
      const form = await addForm(matter)
      await bulkIn(matter, form).save(matter.ana, matter.documents[0] ?? 0, 'Responsive', 'Yes')
      const affiant = async () => {
        const out: string[] = []
        const code = await main(
          ['audit', 'verify', '--project', String(matter.projectId)],
          { line: (text) => void out.push(text), note: () => {}, input: async () => '' },
          { AFFIANT_DATA: services().config.dataDir },
        )
        return { code, out: out.join('\n') }
      }
      const unsigned = await affiant()
      expect([unsigned.code, unsigned.out]).toEqual([
        0,
        expect.stringMatching(/holds, .*no signed head, rows 1 to \d+ not covered yet/),
      ])
      await new Checkpoints(services()).look(new Date())
      expect((await affiant()).out).toMatch(/1 signed head, the last at .*, all rows covered/)
      await services().records.write('interactive', (trx) => dropGuard(trx, 'audit_unchanged'))
      const weak = await affiant()
      expect([weak.code, weak.out]).toEqual([3, expect.stringMatching(/WARNING {2}.*audit_unchanged/)])
      await services().records.write('interactive', (trx) =>
        trx.updateTable('coding_value').set({ value: '"No"' }).execute(),
      )
      const differs = await affiant()
      expect([differs.code, differs.out]).toEqual([
        1,
        expect.stringMatching(/\n {2}DIFFERS {2}NWI00000001: Responsive: row \d+/),
      ])
    } finally {
      await matter.close()
    }
  })
})
