import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '#contracts/audit.ts'
import { controlBulk } from '#contracts/bulk.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { countsAsOf, documentAsOf } from '#contracts/reconstruct.ts'
import * as managing from '#contracts/tag-management.ts'
import { listTags } from '#contracts/tags.ts'
import { instantOf } from '#server/platform/records/dialect.ts'
import { rebuild } from '#server/review/coding-history/rebuild.ts'
import { markChanged } from '#server/review/coding-values/changed.ts'
import { bulkIn } from './bulk-changes.ts'
import { costlyDialects } from './harness.ts'
import { addTags, type Matter, startMatter } from './matter.ts'
import { taggingIn } from './tagging.ts'

describe.each(costlyDialects)('managing tags on %s', (dialect) => {
  let matter: Matter
  let ids: Record<string, number>
  let tagging: ReturnType<typeof taggingIn>
  let bulk: ReturnType<typeof bulkIn>
  beforeEach(async () => {
    matter = await startMatter(dialect, { codingForms: false, documents: 4 })
    ids = await addTags(matter)
    tagging = taggingIn(matter, ids)
    bulk = bulkIn(matter, null)
  })
  afterEach(() => matter.close())

  const id = (name: string) => ids[name] ?? 0
  const document = (n: number) => matter.documents[n] ?? 0
  const project = () => matter.projectId
  const verified = async () =>
    (await matter.server.call(matter.manager, verifyChain, { project: project() })).data
  const holds = async () => {
    const { firstBroken, differences } = await verified()
    expect({ firstBroken, differences }).toEqual({ firstBroken: null, differences: { count: 0, first: [] } })
  }
  const found = async (queryString: string): Promise<number> => {
    await matter.server.services.search.settled(project())
    const { data } = await matter.server.call(matter.ana, searchDocuments, {
      project: project(),
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: 25,
        page: 1,
      },
    })
    return data.totalCount
  }
  const merged = async (name: string, into: string) => {
    const { data } = await tagging.merge(name, into)
    return bulk.settled(data.jobId)
  }

  it('[rest-get-review-tag] [rest-post-review-tag] [rest-post-review-tagcategory] makes categories and tags, after those that are there, and counts who has them', async () => {
    const made = await matter.server.call(matter.manager, managing.createTagCategory, {
      project: project(),
      body: { name: '  Privilege ', exclusive: true },
    })
    expect(made.data).toMatchObject({ name: 'Privilege', position: 2, exclusive: true, version: 1 })
    const { tagCategoryId } = made.data
    const add = (name: string, quickKey?: number) =>
      matter.server.call(matter.manager, managing.createTag, {
        project: project(),
        body: { tagCategoryId, name, ...(quickKey === undefined ? {} : { quickKey }) },
      })
    const attorney = (await add('Attorney-client', 3)).data
    await add('Work product')
    expect(await tagging.order()).toEqual({
      Decision: ['Responsive', 'Not responsive'],
      Issues: ['Patent', 'Pricing'],
      Privilege: ['Attorney-client', 'Work product'],
    })
    await tagging.apply(document(0), [attorney.tagId, id('Patent')])
    await tagging.apply(document(1), [attorney.tagId])
    const { data, totalCount, categories } = await tagging.list()
    expect([totalCount, categories.length]).toEqual([6, 3])
    expect(data.find(({ tagId }) => tagId === attorney.tagId)).toEqual({
      tagId: attorney.tagId,
      tagCategoryId,
      name: 'Attorney-client',
      position: 0,
      quickKey: 3,
      version: 1,
      changedBy: 'Maria Alvarez',
      changedAt: expect.any(String),
      documents: 2,
      outside: 0,
      leaves: null,
    })
    // Names that are taken, in whatever case, and names that are none.
    const again = await add('WORK PRODUCT')
    expect([again.status, again.error.message]).toEqual([
      409,
      'There is “Work product” already. Choose another name.',
    ])
    expect((await add('   ')).status).toBe(400)
    expect((await add('two\nlines')).status).toBe(400)
    const key = await add('Third', 1)
    expect([key.status, key.error.message]).toEqual([
      409,
      '1 is the quick key of Responsive. Take it from there first.',
    ])
    // Nobody below review managers.
    const refused = await matter.server.call(matter.senior, managing.createTag, {
      project: project(),
      body: { tagCategoryId, name: 'Mine' },
    })
    expect(refused.status).toBe(403)
    await holds()
  })

  it('gives tags quick keys, which no two have', async () => {
    expect((await tagging.change('Pricing', { quickKey: 9 })).data).toMatchObject({ quickKey: 9, version: 2 })
    await tagging.change('Responsive', { quickKey: null })
    const { data } = (await matter.server.call(matter.ana, listTags, { project: project() })).data
    expect(
      data.flatMap((one) =>
        one.tags.filter((tag) => tag.quickKey !== null).map((tag) => [tag.name, tag.quickKey]),
      ),
    ).toEqual([
      ['Not responsive', 2],
      ['Pricing', 9],
    ])
    expect((await tagging.change('Patent', { quickKey: 9 })).status).toBe(409)
  })

  it('[rest-put-review-tag] renames a tag: documents keep it, queries go by the new name, history by that of its time', async () => {
    await tagging.apply(document(0), [id('Patent')])
    const { seq: before } = await matter.server.services.records.read
      .selectFrom('audit_head')
      .select('seq')
      .where('chain', '=', `project:${project()}`)
      .executeTakeFirstOrThrow()
    await tagging.change('Patent', { name: 'Key patent' })
    await tagging.apply(document(1), [id('Patent')])
    await tagging.changeCategory('Issues', { name: 'Matters' })
    expect(await tagging.on(document(0))).toEqual(['Key patent'])
    expect([await found('Tags = "Key patent"'), await found('Tags = Patent')]).toEqual([2, 0])
    expect(await tagging.history(document(0))).toEqual([['Issues', [], ['Patent'], 'manual']])
    expect(await tagging.history(document(1))).toEqual([['Issues', [], ['Key patent'], 'manual']])
    // As of then it reads as it did then; as of now it counts as one tag.
    const asOf = async (seq?: number) =>
      (
        await matter.server.call(matter.manager, documentAsOf, {
          project: project(),
          query: { documentId: document(0), ...(seq === undefined ? {} : { seq }) },
        })
      ).data.values.map(({ name, value }) => [name, value])
    expect(await asOf(before)).toEqual([['Matters', ['Patent']]])
    expect(await asOf()).toEqual([['Matters', ['Key patent']]])
    const counts = (
      await matter.server.call(matter.manager, countsAsOf, { project: project() })
    ).data.subjects.find(({ name }) => name === 'Matters')
    expect(counts?.choices.map((one) => [one.label, one.documents])).toEqual([
      ['Key patent', 2],
      ['Pricing', 0],
    ])
    await tagging.apply(document(0), [], [id('Patent')])
    expect(await tagging.history(document(0))).toContainEqual(['Matters', ['Key patent'], [], 'manual'])
    await holds()
    await rebuild(matter.server.services.records, project())
    await holds()
  })

  it('[rest-put-review-tagcategory] answers 412 with the present version where two change the same tag or category', async () => {
    const { version } = await tagging.tag(id('Patent'))
    await tagging.change('Patent', { name: 'Key patent' })
    const stale = await tagging.change('Patent', { name: 'Hot patent' }, { version })
    expect([stale.status, stale.error.code, stale.error.message]).toEqual([
      412,
      'tag.changed',
      'Maria Alvarez has changed this tag since you looked at it: it is Key patent now.',
    ])
    expect(managing.changedTagging.parse(stale.error.data)).toMatchObject({
      what: 'tag',
      now: { name: 'Key patent', version: version + 1, changedBy: 'Maria Alvarez' },
    })
    const issues = await tagging.category('Issues')
    await tagging.changeCategory('Issues', { name: 'Matters' })
    const { tagCategoryId } = issues
    const late = await matter.server.call(matter.manager, managing.changeTagCategory, {
      project: project(),
      ifMatch: tagging.seen(tagCategoryId, issues.version),
      body: { tagCategoryId, exclusive: true },
    })
    expect([late.status, managing.changedTagging.parse(late.error.data)]).toMatchObject([
      412,
      { what: 'category', now: { name: 'Matters', exclusive: false } },
    ])
    const without = await matter.server.call(matter.manager, managing.changeTag, {
      project: project(),
      body: { tagId: id('Patent'), name: 'Any' },
    })
    expect(without.status).toBe(428)
  })

  it('makes a category take one tag only while no document has several', async () => {
    await tagging.apply(document(0), [id('Patent'), id('Pricing')])
    const refused = await tagging.changeCategory('Issues', { exclusive: true })
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Issues cannot take one tag only: NWI00000001 has several of its tags.',
    ])
    await tagging.apply(document(0), [], [id('Pricing')])
    expect((await tagging.changeCategory('Issues', { exclusive: true })).data.exclusive).toBe(true)
    await tagging.apply(document(0), [id('Pricing')])
    expect(await tagging.on(document(0))).toEqual(['Pricing'])
    await tagging.changeCategory('Issues', { exclusive: false })
    await tagging.apply(document(0), [id('Patent')])
    expect(await tagging.on(document(0))).toEqual(['Patent', 'Pricing'])
  })

  it('[rest-any-project-tag-document] [rest-get-review-document-tag] [rest-post-review-document-tag] [rest-delete-review-document-tag] tags single documents for programs, and lists them by tag', async () => {
    const documentId = document(2)
    const put = await matter.server.call(matter.ana, managing.putTagsOn, {
      project: project(),
      key: tagging.key(),
      body: { documentId, tagIds: [id('Patent'), id('Responsive')] },
    })
    expect(put.data.tagIds.length).toBe(2)
    await tagging.apply(document(3), [id('Patent')], [], matter.ben)
    const query = { tagId: id('Patent') }
    const documents = await matter.server.call(matter.ana, managing.taggedDocuments, {
      project: project(),
      query,
    })
    expect(documents.data).toMatchObject({
      totalCount: 2,
      data: [
        { documentId, controlNumber: 'NWI00000003', by: 'Ana Lima' },
        { documentId: document(3), controlNumber: 'NWI00000004', by: 'Ben Novak' },
      ],
    })
    const page = await matter.server.call(matter.ana, managing.taggedDocuments, {
      project: project(),
      query: { ...query, afterDocument: documentId },
    })
    expect(page.data.data.map((one) => one.documentId)).toEqual([document(3)])
    const taken = await matter.server.call(matter.ana, managing.takeTagOff, {
      project: project(),
      key: tagging.key(),
      query: { documentId, tagId: id('Patent') },
    })
    expect(taken.data.tagIds).toEqual([id('Responsive')])
    const { data } = await matter.server.call(matter.ana, managing.documentTags, {
      project: project(),
      query: { documentId },
    })
    expect(data).toMatchObject({
      totalCount: 1,
      data: [{ name: 'Responsive', category: 'Decision', by: 'Ana Lima' }],
    })
    expect(await tagging.history(documentId)).toHaveLength(3)
  })

  it('[rest-any-tag-update-position] [rest-any-tagcat-update-position] puts tags and categories in order', async () => {
    const moveTag = (name: string, position: number) =>
      matter.server.call(matter.manager, managing.moveTag, {
        project: project(),
        body: { tagId: id(name), position, viewPageMode: 'settings' },
      })
    expect((await moveTag('Pricing', 0)).data.tagIds).toEqual([id('Pricing'), id('Patent')])
    // Beyond the last is the last; where it stands already nothing is written.
    expect((await moveTag('Responsive', 99)).data.tagIds).toEqual([id('Not responsive'), id('Responsive')])
    await moveTag('Responsive', 1)
    const { tagCategoryId } = await tagging.category('Issues')
    await matter.server.call(matter.manager, managing.moveTagCategory, {
      project: project(),
      body: { tagCategoryId, position: 0, viewPageMode: 'panel' },
    })
    expect(await tagging.order()).toEqual({
      Issues: ['Pricing', 'Patent'],
      Decision: ['Not responsive', 'Responsive'],
    })
    expect(Object.keys(await tagging.order())).toEqual(['Issues', 'Decision'])
    const rows = await matter.server.services.records.read
      .selectFrom('audit')
      .select(['action', 'text'])
      .where('action', 'in', ['tag.moved', 'tagCategory.moved'])
      .orderBy('audit_id')
      .execute()
    expect(rows.map(({ action, text }) => [action, JSON.parse(text).facts.viewPageMode])).toEqual([
      ['tag.moved', 'settings'],
      ['tag.moved', 'settings'],
      ['tagCategory.moved', 'panel'],
    ])
    const { data } = (await matter.server.call(matter.ana, listTags, { project: project() })).data
    expect(data.map(({ name, tags }) => [name, tags.map((tag) => tag.name)])).toEqual([
      ['Issues', ['Pricing', 'Patent']],
      ['Decision', ['Not responsive', 'Responsive']],
    ])
    await holds()
  })

  it('[rest-delete-review-tag] deletes a tag that no document has; another only with one that takes its place', async () => {
    await tagging.apply(document(0), [id('Patent')])
    const refused = await tagging.remove('Patent')
    expect([refused.status, refused.error.message]).toEqual([
      409,
      '1 document has the tag Patent: name a tag that takes its place.',
    ])
    expect((await tagging.remove('Pricing')).data.jobId).toBeNull()
    expect((await tagging.order()).Issues).toEqual(['Patent'])
    // Whoever has not heard of it is told so; to take it off is nothing to do any more.
    const late = await tagging.apply(document(1), [id('Pricing')])
    expect([late.status, late.error.message]).toEqual([
      409,
      'The tag Pricing was deleted or merged into another meanwhile.',
    ])
    expect((await tagging.apply(document(1), [], [id('Pricing')])).status).toBe(200)
    // Its name is free again.
    const { tagCategoryId } = await tagging.category('Issues')
    const again = await matter.server.call(matter.manager, managing.createTag, {
      project: project(),
      body: { tagCategoryId, name: 'Pricing' },
    })
    ids.Prices = again.data.tagId
    const replaced = await tagging.remove('Patent', 'Prices')
    const receipt = await bulk.settled(replaced.data.jobId ?? 0)
    expect(receipt).toMatchObject({
      what: 'tags',
      title: 'Delete Patent: Pricing takes its place',
      state: 'Completed',
      documents: 1,
      written: 1,
    })
    expect(await tagging.on(document(0))).toEqual(['Pricing'])
    expect((await tagging.order()).Issues).toEqual(['Pricing'])
    await holds()
  })

  it('[rest-delete-review-tagcategory] deletes a category whose tags no document has', async () => {
    await tagging.apply(document(0), [id('Patent')])
    const refused = await tagging.removeCategory('Issues')
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Issues cannot be deleted: documents have Patent. Merge or delete that tag first.',
    ])
    await tagging.apply(document(0), [], [id('Patent')])
    expect((await tagging.removeCategory('Issues')).status).toBe(204)
    expect(await tagging.order()).toEqual({ Decision: ['Responsive', 'Not responsive'] })
    // What was tagged then is told all the same.
    expect(await tagging.history(document(0))).toEqual([
      ['Issues', ['Patent'], [], 'manual'],
      ['Issues', [], ['Patent'], 'manual'],
    ])
    await holds()
    await rebuild(matter.server.services.records, project())
    await holds()
  })

  describe('merging', () => {
    it('puts one tag in the place of the other, with a preview, a receipt and a row of the trail for each document', async () => {
      await tagging.apply(document(0), [id('Patent')])
      await tagging.apply(document(1), [id('Patent'), id('Pricing')])
      await tagging.apply(document(2), [id('Pricing')])
      const preview = await matter.server.call(matter.manager, managing.previewMerge, {
        project: project(),
        query: { tagId: id('Patent'), intoTagId: id('Pricing') },
      })
      expect(preview.data).toEqual({ documents: 2, both: 1 })
      const receipt = await merged('Patent', 'Pricing')
      expect(receipt).toMatchObject({
        kind: 'do',
        title: 'Merge Patent into Pricing',
        by: 'Maria Alvarez',
        state: 'Completed',
        documents: 2,
        done: 2,
        writtenDocuments: 2,
        written: 2,
      })
      expect(await bulk.rows(receipt.jobId, 'written')).toMatchObject([
        { controlNumber: 'NWI00000001', name: 'Issues', before: 'Patent', after: 'Pricing' },
        { controlNumber: 'NWI00000002', name: 'Issues', before: 'Pricing, Patent', after: 'Pricing' },
      ])
      for (const n of [0, 1, 2]) expect(await tagging.on(document(n))).toEqual(['Pricing'])
      expect(await tagging.history(document(0))).toEqual([
        ['Issues', ['Patent'], ['Pricing'], 'bulk'],
        ['Issues', [], ['Patent'], 'manual'],
      ])
      expect((await tagging.order()).Issues).toEqual(['Pricing'])
      expect(await found('Tags = Pricing')).toBe(3)
      await holds()
    })

    it('is not for who manages tags and does not change documents, such as the staff of the provider', async () => {
      await tagging.apply(document(0), [id('Patent')])
      const staff = await matter.server.user({ role: 'ProviderAdmin' })
      for (const refused of [
        await tagging.merge('Patent', 'Pricing', staff),
        await tagging.remove('Patent', 'Pricing', staff),
      ])
        expect([refused.status, refused.error]).toMatchObject([403, { detail: 'coding.bulk' }])
      expect((await tagging.tag(id('Patent'))).leaves).toBeNull()
      expect(await tagging.on(document(0))).toEqual(['Patent'])
      expect((await tagging.remove('Pricing', undefined, staff)).status).toBe(200)
    })

    it('counts documents that are in no list apart, and a tag of theirs does not go without another in its place', async () => {
      for (const n of [0, 1]) await tagging.apply(document(n), [id('Patent')])
      await matter.server.services.records.write('bulk', async (trx) => {
        await trx
          .updateTable('document')
          .set({ state: 'Filtered Out' })
          .where('document_id', '=', document(0))
          .execute()
        await markChanged(trx, project(), [document(0)], instantOf(new Date()), 'facts')
      })
      matter.server.services.search.wake()
      expect(await tagging.tag(id('Patent'))).toMatchObject({ documents: 1, outside: 1 })
      expect(await found('Tags = Patent')).toBe(1)
      await tagging.apply(document(1), [], [id('Patent')])
      expect(await tagging.tag(id('Patent'))).toMatchObject({ documents: 0, outside: 1 })
      expect((await tagging.remove('Patent')).status).toBe(409)
    })

    it('lists what was put on before, and merged since, as changed when that is undone', async () => {
      const put = await bulk.tag([document(0), document(1)], [id('Patent')])
      await bulk.settled(put.data.jobId)
      await tagging.apply(document(1), [], [id('Patent')])
      await merged('Patent', 'Pricing')
      const undone = await bulk.undone(put.data.jobId)
      expect(undone).toMatchObject({ state: 'Completed', written: 0, alreadySo: 1, left: { changed: 1 } })
      expect(await bulk.rows(undone.jobId, 'left')).toMatchObject([
        { controlNumber: 'NWI00000001', name: 'Issues', outcome: 'changed', after: 'Pricing' },
      ])
      expect(await tagging.on(document(0))).toEqual(['Pricing'])
      await holds()
    })

    it('is undone as one step, and brings the very tag back; done again it goes for whoever has it then', async () => {
      await tagging.change('Patent', { quickKey: 5 })
      await tagging.apply(document(0), [id('Patent')])
      await tagging.apply(document(1), [id('Patent'), id('Pricing')])
      const { jobId } = await merged('Patent', 'Pricing')
      // Somebody decides otherwise meanwhile.
      await tagging.apply(document(1), [], [id('Pricing')], matter.ben)
      const undone = await bulk.undone(jobId, { as: matter.manager })
      expect(undone).toMatchObject({ kind: 'undo', title: 'Undo: Merge Patent into Pricing', written: 1 })
      expect(undone.left).toMatchObject({ changed: 1 })
      expect([await tagging.on(document(0)), await tagging.on(document(1))]).toEqual([['Patent'], []])
      expect(await tagging.tag(id('Patent'))).toMatchObject({ name: 'Patent', quickKey: 5, documents: 1 })
      expect((await tagging.order()).Issues).toEqual(['Patent', 'Pricing'])
      await tagging.apply(document(3), [id('Patent')])
      const redone = await bulk.redone(jobId, { as: matter.manager })
      expect(redone).toMatchObject({ kind: 'redo', written: 2, state: 'Completed' })
      expect([await tagging.on(document(0)), await tagging.on(document(3))]).toEqual([
        ['Pricing'],
        ['Pricing'],
      ])
      expect((await tagging.order()).Issues).toEqual(['Pricing'])
      await bulk.undone(jobId, { as: matter.manager })
      expect([await tagging.on(document(0)), await tagging.on(document(3))]).toEqual([['Patent'], ['Patent']])
      await holds()
      await rebuild(matter.server.services.records, project())
      await holds()
    })

    it('says why a tag cannot come back, and brings its category back with it', async () => {
      const { tagCategoryId } = await tagging.category('Decision')
      await tagging.changeCategory('Decision', { exclusive: false })
      await tagging.apply(document(0), [id('Pricing'), id('Patent')])
      const first = await merged('Patent', 'Responsive')
      expect(await tagging.on(document(0))).toEqual(['Responsive', 'Pricing'])
      const second = await merged('Pricing', 'Responsive')
      expect((await tagging.removeCategory('Issues')).status).toBe(204)
      const undone = await bulk.undone(second.jobId, { as: matter.manager })
      expect([undone.state, await tagging.on(document(0))]).toEqual(['Completed', ['Responsive', 'Pricing']])
      const { tagCategoryId: back } = await tagging.category('Issues')
      await matter.server.call(matter.manager, managing.createTag, {
        project: project(),
        body: { tagCategoryId: back, name: 'patent' },
      })
      const refused = await bulk.undo(first.jobId, { as: matter.manager })
      expect([refused.status, refused.error.message]).toEqual([
        409,
        'Patent cannot come back: another tag of its category is called so now. Rename that one first.',
      ])
      expect(tagCategoryId).not.toBe(back)
      await holds()
    })

    it('refuses what cannot be: itself, one of another category that takes one tag only, a tag that is on its way', async () => {
      const self = await tagging.merge('Patent', 'Patent')
      expect(self.status).toBe(400)
      const other = await tagging.merge('Patent', 'Responsive')
      expect([other.status, other.error.message]).toEqual([
        409,
        'Responsive is one of Decision, which takes one tag of a document: documents may have another one there. Merge Patent into a tag of its own category.',
      ])
      expect((await tagging.merge('Patent', 'Pricing', matter.senior)).status).toBe(403)
      await merged('Not responsive', 'Responsive')
      expect((await tagging.merge('Not responsive', 'Responsive')).status).toBe(404)
    })

    it('puts the tag on nothing while it works, and again once it was cancelled', async () => {
      await matter.close()
      matter = await startMatter(dialect, { codingForms: false, documents: 3, work: false })
      ids = await addTags(matter)
      tagging = taggingIn(matter, ids)
      bulk = bulkIn(matter, null)
      for (const n of [0, 1]) await tagging.apply(document(n), [id('Patent')])
      const { jobId } = (await tagging.merge('Patent', 'Pricing')).data
      expect(await tagging.tag(id('Patent'))).toMatchObject({ leaves: { toName: 'Pricing' } })
      const { data } = (await matter.server.call(matter.ana, listTags, { project: project() })).data
      expect(data.flatMap(({ tags }) => tags).find((tag) => tag.name === 'Patent')?.leavesTo).toBe('Pricing')
      const put = await tagging.apply(document(2), [id('Patent')])
      expect([put.status, put.error.message]).toEqual([
        409,
        'Patent is being merged into Pricing: put that one on instead.',
      ])
      const renamed = await tagging.change('Pricing', { name: 'Prices' })
      expect([renamed.status, renamed.error.message]).toEqual([
        409,
        'Patent is being merged into Pricing. Wait until that is done.',
      ])
      const control = (action: 'cancel' | 'resume') =>
        matter.server.call(matter.manager, controlBulk, { project: project(), body: { jobId, action } })
      expect((await control('cancel')).status).toBe(200)
      expect((await tagging.apply(document(2), [id('Patent')])).status).toBe(200)
      expect(await tagging.tag(id('Patent'))).toMatchObject({ leaves: null, documents: 3 })
      // It goes on only with both tags.
      await tagging.apply(document(2), [], [id('Patent')])
      expect((await tagging.remove('Pricing')).status).toBe(200)
      const gone = await control('resume')
      expect([gone.status, gone.error.message]).toEqual([
        409,
        'One of the two tags was deleted meanwhile: this cannot go on.',
      ])
    })

    it('leaves out a tag that has gone since many were to get it, and says so in the receipt', async () => {
      await tagging.apply(document(0), [id('Patent')])
      const on = await bulk.tag(matter.documents, [], [id('Patent')])
      const off = await bulk.settled(on.data.jobId)
      expect((await tagging.remove('Patent')).status).toBe(200)
      const undone = await bulk.undone(off.jobId)
      expect(undone).toMatchObject({ written: 0, left: { refused: 1 } })
      expect(await bulk.rows(undone.jobId, 'left')).toMatchObject([
        { name: 'Issues', before: 'Patent', after: 'no tag' },
      ])
      await holds()
    })
  })

  it('changes no tags where the project is coded with forms', async () => {
    await matter.server.services.records.write('interactive', async (trx) => {
      await trx
        .updateTable('project')
        .set({ features: '[{"name":"codingforms","enabled":true}]' })
        .where('project_id', '=', project())
        .execute()
    })
    const refused = await tagging.change('Patent', { name: 'Any' })
    expect([refused.status, refused.error.detail]).toEqual([409, 'codingforms'])
  })
})
