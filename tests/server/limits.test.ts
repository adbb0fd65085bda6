/** What is too much of something: refused in words that say so, and never a burden to anybody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import { maxTargets, saveCoding } from '#contracts/coding.ts'
import { textLimits } from '#contracts/coding-values.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { fieldTypes } from '#contracts/project.ts'
import { applyTags } from '#contracts/tags.ts'
import { costlyDialects } from './harness.ts'
import { addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('limits of coding on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  beforeAll(async () => {
    matter = await startMatter(dialect)
    form = await addForm(matter)
  })
  afterAll(() => matter.close())

  let saves = 0
  const save = (documentId: number, name: string, value: unknown, targets: string[] = [], seen = 0) => {
    saves += 1
    const { coding_form_field_id } = fieldNamed(form, name)
    return matter.server.call(matter.ana, saveCoding, {
      project: matter.projectId,
      key: `command-${saves}`,
      ifMatch: ifMatchOf(new Map([[coding_form_field_id, seen]])),
      body: {
        documentId,
        coding_form_id: form.coding_form_id,
        fields: [{ name, value, coding_form_field_id }],
        undo: { kind: targets.length === 0 ? 'do' : 'undo', group: 'group-0001', targets },
        correlationId: 'gesture-0001',
      },
    })
  }
  const document = (at: number): number => matter.documents[at] ?? 0
  const found = async (queryString: string) => {
    await matter.server.services.search.settled(matter.projectId)
    const { data } = await matter.server.call(matter.ana, searchDocuments, {
      project: matter.projectId,
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: 25,
        page: 1,
      },
    })
    return data.data
  }
  const ids = async (queryString: string) => (await found(queryString)).map(({ documentId }) => documentId)

  it('a text longer than its field takes is refused by the name of the field; one as long is kept', async () => {
    for (const [name, type] of [
      ['Summary', fieldTypes.shortText],
      ['Notes', fieldTypes.longText],
      ['Comment', fieldTypes.text],
    ] as const) {
      const limit = textLimits[type] ?? 0
      const refused = await save(document(0), name, 'x'.repeat(limit + 1))
      expect([refused.status, refused.error.detail]).toEqual([400, name])
      expect(refused.error.message).toContain(limit.toLocaleString('en-US'))
      expect((await save(document(0), name, 'x'.repeat(limit))).status).toBe(200)
    }
  })

  it('long texts are searched like short ones, and no line of the list carries them', async () => {
    const long = `needle ${'hay '.repeat(10_000)} end`
    expect((await save(document(1), 'Notes', long)).status).toBe(200)
    expect((await save(document(2), 'Notes', 'a short needle')).status).toBe(200)
    expect(await ids('Notes contains needle')).toEqual([document(1), document(2)])
    expect(await ids('Notes contains "hay end"')).toEqual([document(1)])
    expect(await ids('NOT Notes contains needle')).toEqual([document(0)])
    expect(await ids('Notes is null')).toEqual([])
    const rows = await found('Notes contains hay')
    expect(rows.map(({ coding, codedBy }) => [coding, codedBy])).toEqual([[[], matter.ana.name]])
    // What is said anew is what is found.
    expect((await save(document(1), 'Notes', 'nothing', [], 1)).status).toBe(200)
    expect(await ids('Notes contains hay')).toEqual([])
    expect((await save(document(2), 'Notes', `${long} again`, [], 1)).status).toBe(200)
    expect(await ids('Notes contains again')).toEqual([document(2)])
  })

  it('an undo names so many targets at most, of coding as of tags', async () => {
    const many = Array.from({ length: maxTargets + 1 }, (_, i) => `target-${i}`)
    const refused = await save(document(0), 'Pages', 3, many)
    expect([refused.status, refused.error.detail]).toEqual([400, 'undo.targets'])
    expect((await save(document(0), 'Pages', 3, many.slice(1))).status).toBe(200)
    const tagged = await matter.server.call(matter.ana, applyTags, {
      project: matter.projectId,
      key: 'command-tags',
      body: {
        documentId: document(0),
        add: [],
        remove: [],
        undo: { kind: 'undo', group: 'group-0001', targets: many },
        correlationId: 'gesture-0001',
      },
    })
    expect([tagged.status, tagged.error.detail]).toEqual([400, 'undo.targets'])
  })

  it('what is on the record with more targets can still be read', async () => {
    const { records } = matter.server.services
    const { appendAudit } = await import('#server/platform/audit/append.ts')
    const targets = Array.from({ length: maxTargets * 2 }, (_, i) => `target-${i}`)
    const { userId, name, role } = matter.ana
    await records.write('interactive', async (trx) => {
      await appendAudit(trx, `project:${matter.projectId}`, [
        {
          at: new Date(),
          user: { userId, name, role },
          action: 'coding.saved',
          projectId: matter.projectId,
          documentId: document(2),
          field: 'Pages',
          undo: { kind: 'undo', group: 'group-0001', targets },
        },
      ])
    })
    const { data } = await matter.server.call(matter.ana, documentHistory, {
      project: matter.projectId,
      query: { documentId: document(2) },
    })
    expect(data.data[0]?.undo?.targets).toHaveLength(targets.length)
  })
})
