import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import { getDocument } from '#contracts/documents.ts'
import { applyTags } from '#contracts/tags.ts'
import { bulkIn } from './bulk-changes.ts'
import { dialects } from './harness.ts'
import { addTags, type Matter, startMatter } from './matter.ts'

describe.each(dialects)('bulk tagging on %s', (dialect) => {
  let matter: Matter
  let ids: Record<string, number>
  let bulk: ReturnType<typeof bulkIn>
  let keys = 0
  beforeEach(async () => {
    matter = await startMatter(dialect, { codingForms: false, documents: 4 })
    ids = await addTags(matter)
    bulk = bulkIn(matter, null)
  })
  afterEach(() => matter.close())

  const id = (name: string) => ids[name] ?? 0
  const document = (n: number) => matter.documents[n] ?? 0
  const tagging = async (add: readonly string[], remove: readonly string[] = []) => {
    const { data } = await bulk.tag(matter.documents, add.map(id), remove.map(id))
    return bulk.settled(data.jobId)
  }
  const byHand = (n: number, add: readonly string[], remove: readonly string[] = []) =>
    matter.server.call(matter.ana, applyTags, {
      project: matter.projectId,
      key: `hand-command-${++keys}`,
      body: {
        documentId: document(n),
        add: add.map(id),
        remove: remove.map(id),
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
  const tags = async (n: number) => {
    const { tagIds } = (
      await matter.server.call(matter.ana, getDocument, {
        project: matter.projectId,
        query: { documentId: document(n) },
      })
    ).data
    return Object.keys(ids)
      .filter((name) => tagIds.includes(id(name)))
      .sort()
  }

  it('[job-action-bulk-tagging] [rest-job-bulktagging] puts tags on many documents and takes tags off', async () => {
    await byHand(0, ['Not responsive', 'Pricing'])
    await byHand(1, ['Responsive', 'Patent'])
    const receipt = await tagging(['Responsive', 'Patent'], ['Pricing'])
    expect(receipt).toMatchObject({
      what: 'tags',
      title: 'Put on Responsive, Patent; take off Pricing',
      writtenDocuments: 3,
      written: 6,
      alreadySo: 2,
    })
    for (const n of [0, 1, 2, 3]) expect(await tags(n)).toEqual(['Patent', 'Responsive'])
    const { data } = (
      await matter.server.call(matter.manager, documentHistory, {
        project: matter.projectId,
        query: { documentId: document(0) },
      })
    ).data
    expect(
      data
        .filter(({ how }) => how === 'bulk')
        .map((row) => [row.action, row.field, row.oldValue, row.newValue, row.jobId]),
    ).toEqual([
      ['tags.changed', 'Issues', ['Pricing'], ['Patent'], receipt.jobId],
      ['tags.changed', 'Decision', ['Not responsive'], ['Responsive'], receipt.jobId],
    ])
  })

  it('is undone tag by tag, where one excludes the others as one decision', async () => {
    await byHand(0, ['Not responsive', 'Pricing'])
    const done = await tagging(['Responsive', 'Patent'], ['Pricing'])
    // Another tag beside it is another decision.
    await byHand(1, ['Pricing'])
    // Another tag in its place is another decision about the same.
    await byHand(0, ['Not responsive'])
    await byHand(2, [], ['Responsive'])
    // Taken off and put on again by somebody: it is hers now.
    await byHand(3, [], ['Patent'])
    await byHand(3, ['Patent'])
    const undone = await bulk.undone(done.jobId)
    expect(await tags(0)).toEqual(['Not responsive', 'Pricing'])
    expect(await tags(1)).toEqual(['Pricing'])
    expect(await tags(2)).toEqual([])
    expect(await tags(3)).toEqual(['Patent'])
    expect(undone.left).toMatchObject({ changed: 1 })
    expect(await bulk.rows(undone.jobId, 'left')).toEqual([
      expect.objectContaining({
        documentId: document(3),
        name: 'Issues',
        outcome: 'changed',
        before: 'no tag',
        after: 'Patent',
        by: 'Ana Lima',
      }),
    ])
    await bulk.redone(done.jobId)
    expect(await tags(1)).toEqual(['Patent', 'Pricing', 'Responsive'])
  })

  it('lists an exclusive category that somebody has decided otherwise since', async () => {
    const done = await tagging(['Responsive'])
    await byHand(1, ['Not responsive'])
    const undone = await bulk.undone(done.jobId)
    expect(undone).toMatchObject({ written: 3, left: { changed: 1 } })
    expect(await tags(1)).toEqual(['Not responsive'])
    expect(await bulk.rows(undone.jobId, 'left')).toEqual([
      expect.objectContaining({
        name: 'Decision',
        before: 'no tag',
        after: 'Not responsive',
        by: 'Ana Lima',
      }),
    ])
  })

  it('refuses contradictions, tags that are not there, and projects that are coded with forms', async () => {
    const status = async (add: readonly number[], remove: readonly number[] = []) =>
      (await bulk.tag(matter.documents, add, remove)).status
    expect(await status([])).toBe(400)
    expect(await status([id('Patent')], [id('Patent')])).toBe(400)
    expect(await status([99_999])).toBe(404)
    await matter.server.services.records.write('interactive', async (trx) => {
      await trx
        .updateTable('project')
        .set({ features: '[{"name":"codingforms","enabled":true}]' })
        .where('project_id', '=', matter.projectId)
        .execute()
    })
    expect(await status([id('Patent')])).toBe(409)
  })
})
