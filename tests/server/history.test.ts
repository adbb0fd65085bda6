import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory, verifyChain } from '#contracts/audit.ts'
import { saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)("a document's history on %s", (dialect) => {
  let matter: Matter
  let form: CreatedForm
  beforeEach(async () => {
    matter = await startMatter(dialect)
    form = await addForm(matter)
  })
  afterEach(() => matter.close())

  const documentId = () => matter.documents[0] ?? 0
  const setPages = async (as: TestUser, value: number, seen: number) => {
    const { coding_form_field_id } = fieldNamed(form, 'Pages')
    const answer = await matter.server.call(as, saveCoding, {
      project: matter.projectId,
      key: `command-${value}`,
      ifMatch: ifMatchOf(new Map([[coding_form_field_id, seen]])),
      body: {
        documentId: documentId(),
        coding_form_id: form.coding_form_id,
        fields: [{ name: 'Pages', value, coding_form_field_id }],
        undo: { kind: 'do', group: `group-${value}00000`, targets: [] },
        correlationId: 'gesture-0001',
      },
    })
    expect(answer.status).toBe(200)
  }
  const history = (as: TestUser, query: { before?: number; limit?: number } = {}) =>
    matter.server.call(as, documentHistory, {
      project: matter.projectId,
      query: { documentId: documentId(), ...query },
    })

  it('[rest-any-auditing-history-document] goes from the newest back, page by page, and each old value is the new one before', async () => {
    for (let i = 1; i <= 5; i++) await setPages(i % 2 === 0 ? matter.ben : matter.ana, i, i - 1)
    const page = (await history(matter.manager, { limit: 2 })).data
    expect(page.totalCount).toBe(5)
    expect(page.data.map((row) => [row.oldValue, row.newValue, row.userName])).toEqual([
      [4, 5, 'Ana Lima'],
      [3, 4, 'Ben Novak'],
    ])
    const before = page.data.at(-1)?.auditId ?? 0
    const older = (await history(matter.manager, { limit: 10, before })).data.data
    expect(older.map((row) => [row.oldValue, row.newValue])).toEqual([
      [2, 3],
      [1, 2],
      [null, 1],
    ])
    expect(older.every((row) => /^[0-9a-f]{64}$/.test(row.hash))).toBe(true)
  })

  it('keeps names as they were at the time', async () => {
    await setPages(matter.ana, 1, 0)
    await matter.server.services.records.write('interactive', async (trx) => {
      await trx
        .updateTable('app_user')
        .set({ name: 'Ana Moreira' })
        .where('user_id', '=', matter.ana.userId)
        .execute()
    })
    await setPages(matter.ana, 2, 1)
    expect((await history(matter.manager)).data.data.map((row) => row.userName)).toEqual([
      'Ana Moreira',
      'Ana Lima',
    ])
  })

  it('shows a reviewer what he did, a senior reviewer documents he has coded, a manager everything', async () => {
    await setPages(matter.ana, 1, 0)
    await setPages(matter.ben, 2, 1)
    const count = async (as: TestUser) => (await history(as)).data.totalCount
    expect(await count(matter.ana)).toBe(1)
    expect(await count(matter.senior)).toBe(0)
    const hidden = async (as: TestUser) => (await history(as)).data.hidden
    expect([await hidden(matter.ana), await hidden(matter.senior), await hidden(matter.manager)]).toEqual([
      1, 2, 0,
    ])
    await setPages(matter.senior, 3, 2)
    expect(await count(matter.senior)).toBe(3)
    expect(await count(matter.manager)).toBe(3)
  })

  it('is not there for documents of other projects', async () => {
    const other = await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    await matter.server.member(other, matter.manager.userId, 'ReviewManager')
    const answer = await matter.server.call(matter.manager, documentHistory, {
      project: other,
      query: { documentId: documentId() },
    })
    expect(answer.status).toBe(404)
  })

  it("verifies the project's chain for those who may read its trail", async () => {
    await setPages(matter.ana, 1, 0)
    const verified = await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })
    expect(verified.data).toMatchObject({
      rows: 2,
      firstBroken: null,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await matter.server.call(matter.ana, verifyChain, { project: matter.projectId })).status).toBe(
      403,
    )
  })
})
