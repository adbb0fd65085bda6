import { createHash, randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentHistory, verifyChain } from '#contracts/audit.ts'
import { saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import * as documents from '#contracts/documents.ts'
import { createForm } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Node } from '#query/tree.ts'
import { openSession } from '#server/platform/auth/sessions.ts'
import { ApiError } from '#server/platform/http/error.ts'
import { indexFile, openSearch } from '#server/review/search/open.ts'
import { recordCorpus } from '#tests/fixtures/record-corpus.ts'
import { addDocuments, type PlainDocument } from '#tests/fixtures/record-documents.ts'
import { corpus, foundCases } from '#tests/fixtures/search-corpus.ts'
import { dialects, startServer, type TestServer, type TestUser } from './harness.ts'

const native = Buffer.from(`%PDF-1.7 ${'the original bytes '.repeat(8)}`)
const nativeHash = createHash('sha256').update(native).digest('hex')

/** What one document has besides, and the bytes of another. */
const more: Readonly<Record<string, Partial<PlainDocument>>> = {
  D01: { copies: ['Zhou', 'Chen'], html: '<p>Li, the <b>merger</b> budget</p>' },
  D11: { sha256: nativeHash, size: native.length },
}
const small = recordCorpus.map((doc, i): PlainDocument => ({ ...doc, ...more[corpus[i]?.id ?? ''] }))

describe.each(dialects)('documents on %s', (dialect) => {
  let server: TestServer
  let companyId = 0
  let projectId = 0
  let ids: number[] = []
  let senior: TestUser
  let reviewer: TestUser
  let manager: TestUser
  let stranger: TestUser

  beforeAll(async () => {
    server = await startServer({ dialect })
    companyId = await server.company()
    projectId = await server.project(companyId, { prefix: 'NWI' })
    const person = async (role: 'SeniorReviewer' | 'Reviewer' | 'ReviewManager', name: string) => {
      const user = await server.user({ role, companyId, name })
      await server.member(projectId, user.userId, role)
      return user
    }
    senior = await person('SeniorReviewer', 'Sam Okafor')
    reviewer = await person('Reviewer', 'Ana Lima')
    manager = await person('ReviewManager', 'Maria Alvarez')
    stranger = await server.user({ role: 'Reviewer', companyId: await server.company() })
    await server.services.blobs.put(native)
    ids = await addDocuments(server.services.records, projectId, manager.userId, small)
    server.services.search.wake()
    await server.services.search.settled(projectId)
  }, 60_000)
  afterAll(() => server.close())

  type Body = Parameters<typeof bodyOf>[1]
  const bodyOf = (
    queryString: string,
    more: Partial<{
      includeFamily: boolean
      sort: documents.Sort
      viewer: 'parentsAndChildren' | 'parentsOnly' | 'childrenOnly'
      filter: 'all' | 'reviewed' | 'unreviewed' | 'tagged' | 'untagged'
      pageSize: 25 | 50 | 100 | 200
      page: number
    }> = {},
  ) => {
    const { includeFamily = false, ...rest } = more
    return {
      query: { queryString, includeFamily, objectId: null, type: null },
      sort: documents.defaultSort,
      viewer: 'parentsAndChildren' as const,
      filter: 'all' as const,
      pageSize: documents.defaultPageSize,
      page: 1,
      ...rest,
    }
  }
  const search = async (queryString: string, more: Body = {}, who = reviewer) =>
    (
      await server.call(who, documents.searchDocuments, {
        project: projectId,
        body: bodyOf(queryString, more),
      })
    ).data
  const names = (rows: readonly { documentId: number }[]): string =>
    rows
      .map((row) => ids.indexOf(row.documentId) + 1)
      .sort((a, b) => a - b)
      .map((n) => `D${String(n).padStart(2, '0')}`)
      .join(' ')
  const id = (name: string): number => ids[Number(name.slice(1)) - 1] ?? 0

  describe('searching', () => {
    it('[search-inspect-capability] [rest-post-review-document] finds what every engine must find, through the whole server', async () => {
      for (const [query, found] of foundCases) {
        const page = await search(query)
        expect({ query, found: names(page.data) }).toEqual({ query, found })
        expect(page.totalCount).toBe(page.data.length)
      }
    }, 60_000)

    it('says how it read the query, what to know about it, and what cannot be found by words', async () => {
      const page = await search('“merger” OR oil AND report')
      expect(page.reading).toBe('merger OR (oil AND report)')
      expect(page.notes.map((note) => note.code)).toEqual(['curlyQuotes', 'mixedOperators'])
      expect(page.tree).toMatchObject({ kind: 'or' })
      expect(page.withoutText).toBe(1)
      expect(page.indexedAsOf).toMatch(/^\d{4}-\d\d-\d\dT/)
      expect(page.tookMs).toBeGreaterThan(0)
      expect(await search('')).toMatchObject({ reading: '', tree: null, totalCount: 12, hitCount: 12 })
    })

    it('finds a document by its control number, typed alone', async () => {
      for (const query of ['NWI00000003', 'nwi00000003', '"NWI00000003"', 'merger AND NWI00000003,'])
        expect({ query, found: names((await search(query)).data) }).toEqual({ query, found: 'D03' })
      expect(names((await search('merger NOT NWI00000003')).data)).toBe('D01 D02 D04')
    })

    it('[documents-default-sort] orders by the date of the parent, families together', async () => {
      const page = await search('')
      expect(page.data.map((row) => ids.indexOf(row.documentId) + 1)).toEqual([
        9, 5, 1, 2, 3, 4, 6, 7, 8, 10, 11, 12,
      ])
      const byCustodian = await search('merger', { sort: 'custodian' })
      expect(byCustodian.data.map((row) => row.custodian)).toEqual(['Chen', 'Chen', 'Rivera', 'Rivera'])
    })

    it('[search-family-option] adds family members and marks those that did not hit', async () => {
      const page = await search('attached', { includeFamily: true })
      expect(page.data.map((row) => [ids.indexOf(row.documentId) + 1, row.hit])).toEqual([
        [1, true],
        [2, false],
      ])
      expect(page).toMatchObject({ totalCount: 2, hitCount: 1 })
      expect(names((await search('attached Include_Family true')).data)).toBe('D01 D02')
    })

    it('[open-list-option-values] shows parents or children, reviewed or not', async () => {
      expect(names((await search('merger', { viewer: 'parentsOnly' })).data)).toBe('D01 D03 D04')
      expect(names((await search('merger', { viewer: 'childrenOnly' })).data)).toBe('D02')
      expect((await search('', { filter: 'reviewed' })).totalCount).toBe(0)
      expect((await search('', { filter: 'untagged' })).totalCount).toBe(12)
    })

    it('[open-search-val-messages] answers a fault with its place and what to do', async () => {
      const failed = async (queryString: string) =>
        await server.call(reviewer, documents.searchDocuments, {
          project: projectId,
          body: bodyOf(queryString),
        })
      const date = await failed('merger AND Sent_Date on 02/30/2021')
      expect(date.status).toBe(400)
      expect(date.error).toMatchObject({
        code: 'query.invalid',
        detail: 'query.queryString',
        data: { code: 'badDate', start: 24, end: 34 },
      })
      expect((await failed('(merger')).error.message).toBe('Parentheses are not balanced.')
      expect((await failed('Sent_Date on 01/01/2060')).error.message).toBe(
        'Enter a date from 01/01/1970 to 12/31/2050.',
      )
      expect((await failed('Writer:Rivera')).error.data).toMatchObject({
        code: 'unknownField',
        field: 'Writer',
      })
      // What is no query at all is said in words for people, too.
      expect((await failed('x'.repeat(20_001))).error).toMatchObject({
        code: 'query.invalid',
        detail: 'query.queryString',
        message: expect.stringMatching(/^The query is longer than 20,000 characters\. /),
      })
      expect((await failed('merger\0')).error).toMatchObject({
        code: 'request.invalid',
        detail: 'query.queryString',
        message: expect.stringMatching(/^The text holds a character that cannot be kept/),
      })
      expect((await failed('a '.repeat(10_000))).error.code).toBe('query.invalid')
    })

    it('counts documents by the day in the project time zone', async () => {
      await server.services.records.write('interactive', async (trx) => {
        await trx
          .updateTable('document')
          .set({ sent_at: '2021-06-30T03:30:00.000Z' })
          .where('document_id', '=', id('D11'))
          .execute()
        await trx
          .insertInto('index_queue')
          .values({ project_id: projectId, document_id: id('D11'), what: 'document' })
          .execute()
      })
      await server.services.search.settled(projectId)
      expect(names((await search('Sent_Date on 06/29/2021')).data)).toBe('D11')
      expect(names((await search('Sent_Date on 06/30/2021')).data)).toBe('')
    })

    it('does not search in what is not there yet, rather than searching everywhere', async () => {
      const body = bodyOf('merger')
      const inside = (objectId: number | null, type: string | null) =>
        server.call(reviewer, documents.searchDocuments, {
          project: projectId,
          body: { ...body, query: { ...body.query, objectId, type } },
        })
      for (const [objectId, type, detail] of [
        [7, null, 'query.type'],
        [7, 'binder', 'query.type'],
        [null, 'batch', 'query.objectId'],
      ] as const) {
        const answer = await inside(objectId, type)
        expect([answer.status, answer.error.detail]).toEqual([400, detail])
      }
    })
  })

  describe('pages', () => {
    it('[rest-any-review-page-documents] are slices of one result, without a cap and the same however late', async () => {
      const many = Array.from({ length: 130 }, (_, i) => ({
        custodian: 'Wu',
        title: `Bulk ${i}`,
        text: `bulk ${i}`,
        parentDate: '2022-01-01T00:00:00.000Z',
      }))
      const other = await server.project(companyId, { name: 'Paging', prefix: 'PAG' })
      await server.member(other, reviewer.userId, 'Reviewer')
      const own = await addDocuments(server.services.records, other, manager.userId, many)
      await server.services.search.settled(other)
      const first = (
        await server.call(reviewer, documents.searchDocuments, {
          project: other,
          body: bodyOf('bulk', { pageSize: 25 }),
        })
      ).data
      expect(first).toMatchObject({ totalCount: 130, page: 1, pageSize: 25 })
      const seen = [...first.data]
      for (let page = 2; page <= 6; page++) {
        const answer = await server.call(reviewer, documents.getPage, {
          project: other,
          params: { page },
          query: { snapshotId: first.snapshotId, pageSize: 25 },
        })
        expect(answer.data).toMatchObject({ totalCount: 130, page, tree: first.tree })
        seen.push(...answer.data.data)
      }
      expect(seen.map((row) => row.documentId)).toEqual(own)
      const beyond = await server.call(reviewer, documents.getPage, {
        project: other,
        params: { page: 7 },
        query: { snapshotId: first.snapshotId, pageSize: 25 },
      })
      expect(beyond.data.data).toEqual([])
      const position = await server.call(reviewer, documents.locate, {
        project: other,
        query: { snapshotId: first.snapshotId, documentId: own[77] ?? 0 },
      })
      expect(position.data).toEqual({ position: 77 })
    })

    it('[rest-any-review-clear-page-pit] are gone once their result is dropped, and are nobody else’s', async () => {
      const { snapshotId } = await search('merger')
      const page = (who: TestUser) =>
        server.call(who, documents.getPage, {
          project: projectId,
          params: { page: 1 },
          query: { snapshotId, pageSize: 50 },
        })
      expect((await page(senior)).status).toBe(404)
      expect((await page(reviewer)).status).toBe(200)
      await server.call(senior, documents.clearSnapshot, { project: projectId, body: { snapshotId } })
      expect((await page(reviewer)).status).toBe(200)
      await server.call(reviewer, documents.clearSnapshot, { project: projectId, body: { snapshotId } })
      expect((await page(reviewer)).error.code).toBe('notFound')
    })

    it('[rest-post-all-document-count] [rest-get-review-document] counts exactly, families included where asked for', async () => {
      const count = async (queryString: string, includeFamily: boolean) =>
        (
          await server.call(reviewer, documents.documentCount, {
            project: projectId,
            body: { query: { queryString, includeFamily, objectId: null, type: null } },
          })
        ).data.count
      expect(await count('approv*', false)).toBe(2)
      expect(await count('approv*', true)).toBe(3)
      expect(await count('', false)).toBe(12)
    })
  })

  describe('one document', () => {
    const get = (name: string, ahead = false, who = reviewer) =>
      server.call(who, documents.getDocument, {
        project: projectId,
        query: { documentId: id(name), ...(ahead ? { ahead: '1' } : {}) },
      })
    const trailOf = async (name: string) =>
      (await server.call(manager, documentHistory, { project: projectId, query: { documentId: id(name) } }))
        .data.data
    const views = async (name: string) =>
      (await trailOf(name)).filter((row) => row.action === 'document.viewed').map((row) => row.userName)

    it('[entity-document] comes with all that its first paint needs', async () => {
      const { data } = await get('D01', true)
      expect(data).toMatchObject({
        documentId: id('D01'),
        controlNumber: 'NWI00000001',
        state: 'Promoted',
        recordType: 'E-mail',
        custodian: 'Rivera',
        allCustodians: ['Rivera', 'Chen', 'Zhou'],
        html: '<p>Li, the <b>merger</b> budget</p>',
        text: corpus[0]?.text,
        noText: null,
        mail: {
          from: [{ name: '', address: 'ana.rivera@northwind.example' }],
          to: [{ name: '', address: 'li.chen@northwind.example' }],
          subject: 'Merger budget',
        },
        coding: [],
        tagIds: [],
      })
      expect(data.family.map((member) => [member.documentId, member.ordinal])).toEqual([
        [id('D01'), 0],
        [id('D02'), 1],
      ])
      expect((await get('D02', true)).data.family).toEqual(data.family)
      expect((await get('D12', true)).data).toMatchObject({
        text: null,
        noText: 'There is no text in it.',
        mail: null,
      })
    })

    it('is put on the record when it is looked at, and not as a view when it is fetched ahead', async () => {
      await get('D03', true)
      expect(await views('D03')).toHaveLength(0)
      await get('D03')
      expect(await views('D03')).toHaveLength(1)
      const key = randomUUID()
      const view = () =>
        server.call(reviewer, documents.recordView, {
          project: projectId,
          key,
          body: { documentId: id('D03') },
        })
      expect((await view()).status).toBe(204)
      expect((await view()).status).toBe(204)
      expect(await views('D03')).toHaveLength(2)
    })

    it('says when it was looked at where the record is told of it later, and once however often it is told', async () => {
      const told = async (openedAt: string) => {
        const key = randomUUID()
        for (const _ of [1, 2])
          await server.call(reviewer, documents.recordView, {
            project: projectId,
            key,
            body: { documentId: id('D02'), openedAt },
          })
      }
      const hoursAgo = new Date(Date.now() - 3 * 3_600_000).toISOString()
      await told(new Date().toISOString())
      await told(hoursAgo)
      // A clock that is wrong is not put on the record.
      await told('2099-01-01T00:00:00.000Z')
      await told('2001-01-01T00:00:00.000Z')
      const looks = (await trailOf('D02')).filter((row) => row.action === 'document.viewed')
      expect(looks.map(({ openedAt }) => openedAt)).toEqual([undefined, undefined, hoursAgo, undefined])
      // The order and the time of the chain are the server's.
      expect(Date.parse(looks[2]?.at ?? '')).toBeGreaterThan(Date.parse(hoursAgo) + 3_000_000)
    })

    it('leaves no document without a trail: once for each session that it was sent to ahead', async () => {
      const aheads = async (name: string) =>
        (await trailOf(name)).filter((row) => row.action === 'document.fetchedAhead')
      // All at once, as a browser asks for neighbours: none is lost in a shared transaction, none stands twice.
      const names = ['D04', 'D05', 'D06', 'D07']
      const sent = await Promise.all([...names, ...names].map((name) => get(name, true)))
      expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
      for (const name of names) expect((await aheads(name)).map((row) => row.userName)).toEqual(['Ana Lima'])
      expect((await views('D04')).length).toBe(0)
      await get('D04', true)
      expect(await aheads('D04')).toHaveLength(1)
      await get('D04', true, senior)
      expect((await aheads('D04')).map((row) => row.userName)).toEqual(['Sam Okafor', 'Ana Lima'])
      // Another session of the same person is another browser, or another hand.
      const { token, cookie, xsrf } = await server.services.records.write('interactive', (trx) =>
        openSession(trx, { userId: reviewer.userId, stage: 'full', ip: '192.0.2.9' }, new Date()),
      )
      await get('D04', true, { ...reviewer, token, cookie, xsrf })
      expect(await aheads('D04')).toHaveLength(3)
      expect((await server.call(manager, verifyChain, { project: projectId })).data.firstBroken).toBeNull()
    })

    it('is sent again only if it has changed, and is then on the record', async () => {
      const renew = async (etag: string) =>
        (
          await server.call(senior, documents.renewDocument, {
            project: projectId,
            query: { documentId: id('D03'), etag },
          })
        ).data.document
      const { data: held } = await get('D03', true)
      const before = (await trailOf('D03')).length
      expect(await renew(held.etag)).toBeNull()
      expect(await trailOf('D03')).toHaveLength(before)
      expect(await renew('')).toMatchObject({ documentId: id('D03'), etag: held.etag })
      expect((await trailOf('D03'))[0]).toMatchObject({
        action: 'document.fetchedAhead',
        userName: 'Sam Okafor',
      })
    })

    it('is not sent where that cannot be put on the record', async () => {
      const { records } = server.services
      const write = records.write.bind(records)
      records.write = () => Promise.reject(new ApiError('storage.full', 'Full.'))
      try {
        expect((await get('D08', true)).error.code).toBe('storage.full')
      } finally {
        records.write = write
      }
      // What failed is over with: the next one is written.
      expect((await get('D08', true)).status).toBe(200)
      expect((await trailOf('D08')).map((row) => row.action)).toContain('document.fetchedAhead')
    })

    it('has whoever read its metadata on the record, once a session', async () => {
      const read = (who: TestUser) =>
        server.call(who, documents.getMetadata, { project: projectId, query: { documentId: id('D09') } })
      await Promise.all([read(reviewer), read(reviewer), read(senior)])
      const readers = (await trailOf('D09')).filter((row) => row.action === 'document.metadataRead')
      expect(readers.map((row) => row.userName).sort()).toEqual(['Ana Lima', 'Sam Okafor'])
    })

    it('is not there for another project, nor for strangers', async () => {
      const other = await server.project(companyId, { name: 'Other', prefix: 'OTH' })
      await server.member(other, reviewer.userId, 'Reviewer')
      const elsewhere = { project: other, query: { documentId: id('D01') } }
      expect((await server.call(reviewer, documents.getDocument, elsewhere)).status).toBe(404)
      expect((await server.call(reviewer, documents.getMetadata, elsewhere)).status).toBe(404)
      expect((await get('D01', true, stranger)).status).toBe(404)
      const viewed = await server.call(reviewer, documents.recordView, {
        project: other,
        body: { documentId: id('D01') },
      })
      expect(viewed.status).toBe(404)
    })

    it('[rest-any-document-metadata] lists its metadata in order, without empty fields', async () => {
      const answer = await server.call(reviewer, documents.getMetadata, {
        project: projectId,
        query: { documentId: id('D01') },
      })
      const list = answer.data.data
      expect(list.slice(0, 3).map((field) => [field.name, field.values])).toEqual([
        ['Control_Number', ['NWI00000001']],
        ['Custodian', ['Rivera']],
        ['All_Custodian', ['Rivera', 'Chen', 'Zhou']],
      ])
      expect(list.find((field) => field.name === 'Parent_Date')).toMatchObject({
        typeId: fieldTypes.date,
        values: ['2021-03-01T12:00:00.000Z'],
      })
      expect(list.some((field) => field.values.length === 0)).toBe(false)
      // Documents are named as people know them, and not by their ids.
      const called = (field: string) => list.find(({ name }) => name === field)?.values
      expect(called('Family_Id')).toEqual(['NWI00000001'])
      expect(called('Document_Id')).toBeUndefined()
      expect(called('Parent_Id')).toBeUndefined()
      // One name each: the size of the text is said once, and found by the name that it had before as well.
      expect(list.filter(({ name }) => name.endsWith('Text_Size')).map(({ name }) => name)).toEqual([
        'Extracted_Text_Size',
      ])
    })

    it('gives its file as a download and nothing else, on the record, to whoever may have it', async () => {
      const bytes = (who: TestUser) =>
        server.call(who, documents.nativeBytes, {
          params: { documentId: id('D11') },
          query: { projectId },
          project: projectId,
        })
      expect((await bytes(reviewer)).status).toBe(403)
      const { raw } = await bytes(senior)
      expect(raw.statusCode).toBe(200)
      expect(raw.rawPayload.equals(native)).toBe(true)
      expect(raw.headers['content-type']).toBe('application/octet-stream')
      expect(raw.headers['content-disposition']).toBe(
        `attachment; filename="D11.pdf"; filename*=UTF-8''D11.pdf`,
      )
      expect(raw.headers['x-content-type-options']).toBe('nosniff')
      const history = await server.call(manager, documentHistory, {
        project: projectId,
        query: { documentId: id('D11') },
      })
      expect(history.data.data.map((row) => row.action)).toContain('document.downloaded')
    })
  })

  describe('coding', () => {
    it('is found by, and filtered by, once it is saved; lists show it at once', async () => {
      const form = await server.call(manager, createForm, {
        project: projectId,
        body: {
          name: 'First pass',
          sections: [
            {
              name: 'Decision',
              fields: [
                {
                  field_name: 'Is Responsive',
                  field_type_id: fieldTypes.singleChoice,
                  is_required: false,
                  is_read_only: false,
                  choices: ['Yes', 'No'],
                },
                {
                  field_name: 'Notes',
                  field_type_id: fieldTypes.longText,
                  is_required: false,
                  is_read_only: false,
                  choices: [],
                },
              ],
            },
          ],
        },
      })
      const [responsive, notes] = form.data.sections[0]?.fields ?? []
      const saved = await server.call(reviewer, saveCoding, {
        project: projectId,
        key: randomUUID(),
        ifMatch: ifMatchOf(
          new Map((form.data.sections[0]?.fields ?? []).map((one) => [one.coding_form_field_id, 0])),
        ),
        body: {
          documentId: id('D04'),
          coding_form_id: form.data.coding_form_id,
          fields: [
            {
              name: 'Is Responsive',
              value: 'Yes',
              coding_form_field_id: responsive?.coding_form_field_id ?? 0,
            },
            {
              name: 'Notes',
              value: 'Ask the well owner',
              coding_form_field_id: notes?.coding_form_field_id ?? 0,
            },
          ],
          undo: { kind: 'do', group: 'group-0001', targets: [] },
          correlationId: 'gesture-0001',
        },
      })
      expect(saved.status).toBe(200)
      const [row] = (await search('first class')).data
      expect(row).toMatchObject({ codedBy: 'Ana Lima', coding: [{ field: 'Is Responsive', value: 'Yes' }] })
      await server.services.search.settled(projectId)
      expect(names((await search('Is_Responsive:yes')).data)).toBe('D04')
      expect(names((await search('Notes contains "well owner"')).data)).toBe('D04')
      expect(names((await search('merger AND Is_Responsive is null')).data)).toBe('D01 D02 D03')
      expect(names((await search('', { filter: 'reviewed' })).data)).toBe('D04')
      expect((await search('', { filter: 'unreviewed' })).totalCount).toBe(11)
    })
  })

  describe('tags', () => {
    it('are asked for by name, whatever they were called when they were put on', async () => {
      const tagId = await server.services.records.write('interactive', async (trx) => {
        const { tag_category_id } = await trx
          .insertInto('tag_category')
          .values({ project_id: projectId, name: 'Priority', position: 0, exclusive: 0 })
          .returning('tag_category_id')
          .executeTakeFirstOrThrow()
        const { tag_id } = await trx
          .insertInto('tag')
          .values({ tag_category_id, name: 'Hot', position: 0, quick_key: 1 })
          .returning('tag_id')
          .executeTakeFirstOrThrow()
        const at = new Date().toISOString()
        await trx
          .insertInto('document_tag')
          .values({ document_id: id('D06'), tag_id, project_id: projectId, by_user: manager.userId, at })
          .execute()
        await trx
          .insertInto('index_queue')
          .values({ project_id: projectId, document_id: id('D06'), what: 'coding' })
          .execute()
        return tag_id
      })
      await server.services.search.settled(projectId)
      const page = await search('Tags:hot')
      expect(page.data.map((row) => row.tagIds)).toEqual([[tagId]])
      expect(names((await search('', { filter: 'tagged' })).data)).toBe('D06')
      expect((await search('Tags is null')).totalCount).toBe(11)
      await server.services.records.write('interactive', async (trx) => {
        await trx.updateTable('tag').set({ name: 'Very hot' }).where('tag_id', '=', tagId).execute()
      })
      expect(names((await search('Tags is "very hot"')).data)).toBe('D06')
      expect(names((await search('Tags:hot')).data)).toBe('')
      await server.services.records.write('interactive', async (trx) => {
        await trx.deleteFrom('document_tag').where('tag_id', '=', tagId).execute()
        await trx
          .insertInto('index_queue')
          .values({ project_id: projectId, document_id: id('D06'), what: 'coding' })
          .execute()
      })
      await server.services.search.settled(projectId)
      expect((await search('', { filter: 'untagged' })).totalCount).toBe(12)
    })
  })

  describe('the index', () => {
    it('answers within its deadline or says that it cannot', async () => {
      const hurried = await openSearch(server.services, { deadlineMs: 1 })
      // Each pattern goes over all words of the index.
      const parts = Array.from(
        { length: 20_000 },
        (_, i): Node => ({ kind: 'term', token: `*${i}*x`, pattern: true }),
      )
      const asked = {
        tree: { kind: 'or', parts },
        includeFamily: false,
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        formFields: [],
        timeZone: 'UTC',
        noise: [],
        fields: [],
      } as const
      const twice = [hurried.find(projectId, asked), hurried.find(projectId, asked)]
      for (const outcome of await Promise.allSettled(twice))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'search.timeout' } })
      await hurried.stop()
      expect((await search('merger')).totalCount).toBe(4)
    })

    it('refuses a wildcard that stands for too much, and says what to do', async () => {
      const other = await server.project(companyId, { name: 'Wide', prefix: 'WID' })
      await server.member(other, reviewer.userId, 'Reviewer')
      const text = Array.from({ length: 10_500 }, (_, i) => `w${i}x`).join(' ')
      await addDocuments(server.services.records, other, manager.userId, [
        { custodian: 'Wu', title: 'Wide', text, parentDate: null },
      ])
      await server.services.search.settled(other)
      const answer = await server.call(reviewer, documents.searchDocuments, {
        project: other,
        body: bodyOf('w*x'),
      })
      expect(answer.error).toMatchObject({ code: 'query.invalid' })
      expect(answer.error.message).toContain('“w*x” stands for 10,500 words of this project; 10,000 can be')
      expect(answer.error.data).toEqual({ start: 0, end: 3 })
    })

    it('can be thrown away: it is built again from the record', async () => {
      const file = indexFile(server.config.dataDir, projectId)
      await server.services.search.rebuild(projectId)
      expect(existsSync(file)).toBe(true)
      expect(names((await search('merger')).data)).toBe('D01 D02 D03 D04')
      // A second process finds no file, and one that was damaged.
      rmSync(file)
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
      const second = await openSearch(server.services)
      const asked = {
        tree: { kind: 'term', token: 'merger', pattern: false },
        includeFamily: false,
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        formFields: [],
        timeZone: 'UTC',
        noise: [],
        fields: [],
      } as const
      try {
        expect((await second.find(projectId, asked)).ids).toHaveLength(4)
      } finally {
        await second.stop()
      }
      for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
      writeFileSync(file, 'no database at all, but long enough to be read as one'.repeat(100))
      const third = await openSearch(server.services)
      try {
        expect((await third.find(projectId, asked)).ids).toHaveLength(4)
      } finally {
        await third.stop()
      }
    }, 60_000)

    it('takes away documents that are gone from the record', async () => {
      const other = await server.project(companyId, { name: 'Gone', prefix: 'GON' })
      await server.member(other, reviewer.userId, 'Reviewer')
      const [, second] = await addDocuments(server.services.records, other, manager.userId, [
        { custodian: 'Wu', title: 'One', text: 'kept word', parentDate: null },
        { custodian: 'Wu', title: 'Two', text: 'lost word', parentDate: null },
      ])
      await server.services.search.settled(other)
      const found = async () =>
        (await server.call(reviewer, documents.searchDocuments, { project: other, body: bodyOf('word') }))
          .data.totalCount
      expect(await found()).toBe(2)
      await server.services.records.write('interactive', async (trx) => {
        for (const table of ['document_text', 'document_custodian', 'document'] as const)
          await trx
            .deleteFrom(table)
            .where('document_id', '=', second ?? 0)
            .execute()
        await trx
          .insertInto('index_queue')
          .values({ project_id: other, document_id: second ?? 0, what: 'document' })
          .execute()
      })
      await server.services.search.settled(other)
      expect(await found()).toBe(1)
    })
  })
})
