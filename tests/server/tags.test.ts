import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import { applyTags, listTags, staleTags } from '#contracts/tags.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addTags, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('tags on %s', (dialect) => {
  let matter: Matter
  let ids: Record<string, number> = {}
  let keys = 0
  const start = async (codingForms: boolean) => {
    matter = await startMatter(dialect, { codingForms })
    ids = await addTags(matter)
  }
  beforeEach(() => start(false))
  afterEach(() => matter.close())

  const id = (name: string) => ids[name] ?? 0
  const documentId = () => matter.documents[0] ?? 0
  const apply = (
    add: readonly string[],
    remove: readonly string[] = [],
    more: {
      as?: TestUser
      key?: string
      kind?: 'do' | 'undo' | 'redo'
      targets?: string[]
      seen?: readonly string[]
    } = {},
  ) => {
    keys += 1
    return matter.server.call(more.as ?? matter.ana, applyTags, {
      project: matter.projectId,
      key: more.key ?? `command-${keys}`,
      body: {
        documentId: documentId(),
        add: add.map(id),
        remove: remove.map(id),
        ...(more.seen === undefined ? {} : { seen: more.seen.map(id) }),
        undo: { kind: more.kind ?? 'do', group: 'group-0001', targets: more.targets ?? [] },
        correlationId: 'gesture-0001',
      },
    })
  }
  const names = (tagIds: readonly number[]) =>
    Object.keys(ids)
      .filter((name) => tagIds.includes(id(name)))
      .sort()

  it('[rest-get-review-tagcategory] [entity-tag-position] [entity-tag-category-position] lists categories and tags in the order of their positions', async () => {
    const { data } = (await matter.server.call(matter.ana, listTags, { project: matter.projectId })).data
    expect(
      data.map((one) => [
        one.name,
        one.position,
        one.exclusive,
        one.tags.map((t) => [t.name, t.position, t.quickKey]),
      ]),
    ).toEqual([
      [
        'Decision',
        0,
        true,
        [
          ['Responsive', 0, 1],
          ['Not responsive', 1, 2],
        ],
      ],
      [
        'Issues',
        1,
        false,
        [
          ['Patent', 0, null],
          ['Pricing', 1, null],
        ],
      ],
    ])
  })

  it('[coding-tag-and-code] [rest-put-review-document-tag] puts tags on and takes them off', async () => {
    expect(names((await apply(['Responsive', 'Patent'])).data.tagIds)).toEqual(['Patent', 'Responsive'])
    expect(names((await apply(['Pricing'], ['Patent'])).data.tagIds)).toEqual(['Pricing', 'Responsive'])
    // Already so: nothing is written, and nothing stands on the record.
    expect((await apply(['Pricing'])).data.auditIds).toEqual([])
  })

  it('holds one tag of an exclusive category', async () => {
    await apply(['Responsive'])
    expect(names((await apply(['Not responsive'])).data.tagIds)).toEqual(['Not responsive'])
    const both = await apply(['Responsive', 'Not responsive'])
    expect([both.status, both.error.message]).toEqual([400, 'Only one tag of Decision can be on a document.'])
  })

  it("replaces nobody's decision in an exclusive category unseen, and says whose it is", async () => {
    await apply(['Responsive', 'Patent'], [], { as: matter.ben })
    const stale = await apply(['Not responsive', 'Pricing'], [], { seen: [] })
    expect([stale.status, stale.error.code, stale.error.detail]).toEqual([412, 'tag.stale', 'Decision'])
    expect(stale.error.message).toMatch(
      /^Decision was changed to Responsive by Ben Novak on .+ UTC; yours was Not responsive\.$/,
    )
    expect(staleTags.parse(stale.error.data)).toMatchObject({
      conflicts: [{ name: 'Decision', theirs: ['Responsive'], yours: ['Not responsive'], by: 'Ben Novak' }],
    })
    // All or nothing; what was seen may be replaced, and tags that stand beside each other are in nobody's way.
    expect(names(staleTags.parse(stale.error.data).tagIds)).toEqual(['Patent', 'Responsive'])
    expect(names((await apply(['Pricing'], [], { seen: [] })).data.tagIds)).toEqual([
      'Patent',
      'Pricing',
      'Responsive',
    ])
    const knowing = await apply(['Not responsive'], [], { seen: ['Responsive', 'Patent'] })
    expect(names(knowing.data.tagIds)).toEqual(['Not responsive', 'Patent', 'Pricing'])
    // Who wants what stands already is in no conflict with it.
    expect((await apply(['Not responsive'], [], { seen: [] })).status).toBe(200)
  })

  it('puts a row a category on the record, with names before and after', async () => {
    await apply(['Responsive', 'Patent'], [], { key: 'command-first' })
    await apply([], ['Responsive'], { key: 'command-back', kind: 'undo', targets: ['command-first'] })
    await apply(['Responsive'], [], { kind: 'redo', targets: ['command-first'] })
    await apply([], ['Responsive'], { kind: 'undo', targets: ['command-first'] })
    await apply(['Responsive'], [], { kind: 'redo', targets: ['command-back'] })
    // Another tag than the one that stood before, and what nobody did: changes like any other.
    await apply(['Not responsive'], [], { kind: 'undo', targets: ['command-first'] })
    await apply([], ['Patent'], { kind: 'undo', targets: ['command-none1'] })
    const foreign = { as: matter.ben, kind: 'undo', targets: ['command-first'] } as const
    const refused = await apply([], ['Not responsive'], { ...foreign, targets: [...foreign.targets] })
    expect([refused.status, refused.error.detail]).toEqual([400, 'undo.targets'])
    const { data } = (
      await matter.server.call(matter.manager, documentHistory, {
        project: matter.projectId,
        query: { documentId: documentId() },
      })
    ).data
    expect(data.map((row) => [row.action, row.field, row.oldValue, row.newValue, row.how])).toEqual([
      ['tags.changed', 'Issues', ['Patent'], [], 'manual'],
      ['tags.changed', 'Decision', ['Responsive'], ['Not responsive'], 'manual'],
      ['tags.changed', 'Decision', [], ['Responsive'], 'redo'],
      ['tags.changed', 'Decision', ['Responsive'], [], 'undo'],
      ['tags.changed', 'Decision', [], ['Responsive'], 'redo'],
      ['tags.changed', 'Decision', ['Responsive'], [], 'undo'],
      ['tags.changed', 'Issues', [], ['Patent'], 'manual'],
      ['tags.changed', 'Decision', [], ['Responsive'], 'manual'],
    ])
  })

  it('writes a repeated change once, and wants a key', async () => {
    const once = await apply(['Patent'], [], { key: 'command-again' })
    await apply([], ['Patent'])
    expect((await apply(['Patent'], [], { key: 'command-again' })).data).toEqual(once.data)
    const body = {
      documentId: documentId(),
      add: [],
      remove: [],
      undo: { kind: 'do', group: 'group-0001', targets: [] },
      correlationId: 'gesture-0001',
    }
    const without = await matter.server.call(matter.ana, applyTags, { project: matter.projectId, body })
    expect(without.status).toBe(428)
  })

  it('takes a few hundred tags at once at most', async () => {
    const answer = await apply(Array.from({ length: 201 }, () => 'Responsive'))
    expect([answer.status, answer.error.detail]).toEqual([400, 'add'])
  })

  it('refuses tags of other projects and contradictions', async () => {
    ids.Nowhere = 99_999
    expect((await apply(['Nowhere'])).status).toBe(404)
    expect((await apply(['Patent'], ['Patent'])).status).toBe(400)
  })

  it('[project-feature-codingforms-tags] leaves tags readable and nothing more where the project is coded with forms', async () => {
    await matter.close()
    await start(true)
    const refused = await apply(['Patent'])
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'This project is coded with forms: its tags can be read, but not changed.',
    ])
    expect(
      (await matter.server.call(matter.ana, listTags, { project: matter.projectId })).data.totalCount,
    ).toBe(2)
    // The feature's name counts in any case; what counts is whether it is enabled.
    const features = (text: string) =>
      matter.server.services.records.write('interactive', async (trx) => {
        await trx
          .updateTable('project')
          .set({ features: text })
          .where('project_id', '=', matter.projectId)
          .execute()
      })
    await features('[{"name":"CodingForms","enabled":true}]')
    expect((await apply(['Patent'])).status).toBe(409)
    await features('[{"name":"CodingForms","enabled":false}]')
    expect((await apply(['Patent'])).status).toBe(200)
  })
})
