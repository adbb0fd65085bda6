/** Redactions on the record: drawn, changed, removed and restored by people at once, behind walls, in the trail and as fields. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentHistory } from '#contracts/audit.ts'
import type { BodyOf } from '#contracts/call.ts'
import { getMetadata, searchDocuments } from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import * as contract from '#contracts/redactions.ts'
import { getText } from '#contracts/texts.ts'
import { putWalls } from '#contracts/walls.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { changeFaults } from '#server/review/pages/sets.ts'
import { sourceOf } from '#server/review/pages/source.ts'
import { redactionsOf } from '#server/review/redactions/of-document.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { differencesWhere } from './altered.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

const threePages = (name: string): Buffer =>
  pdf({ pages: ['One', 'Two', 'Three'].map((word) => ({ content: show(`${word} of ${name}`) })) })

describe.each(costlyDialects)('redactions on %s', (dialect) => {
  let intake: Intake
  let manager: TestUser
  let ana: TestUser
  let ben: TestUser
  let plain: TestUser
  const ids = new Map<string, number>()
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    await server.user({ role: 'SystemAdmin' })
    const companyId = user.companyId
    const person = async (role: 'ReviewManager' | 'SeniorReviewer' | 'Reviewer', name: string, may?: []) => {
      const one = await server.user({ role, companyId, name })
      await server.member(project, one.userId, role, may)
      return one
    }
    manager = await person('ReviewManager', 'Maria Alvarez')
    ana = await person('SeniorReviewer', 'Ana Lima', [])
    ben = await person('Reviewer', 'Ben Novak')
    plain = await person('Reviewer', 'Pia Horn', [])
    for (const [name, custodian] of [
      ...['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf', 'f.pdf', 'g.pdf', 'h.pdf'].map(
        (one) => [one, 'Reyes'] as const,
      ),
      ['mail.eml', 'Reyes'] as const,
      ['other.pdf', 'Stone'] as const,
    ]) {
      const path = intake.write(name, name.endsWith('.eml') ? message() : threePages(name))
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian })
      await settledJob(server.services, jobId)
      const { id } = await server.services.records.read
        .selectFrom('document')
        .select((eb) => eb.fn.max('document_id').as('id'))
        .where('project_id', '=', project)
        .executeTakeFirstOrThrow()
      ids.set(name, Number(id))
    }
  }, 60_000)
  afterAll(() => intake.close())

  let nth = 0
  beforeEach(() => {
    nth += 1
  })
  const idOf = (name: string): number => ids.get(name) ?? 0
  const keyOf = (name: string): string => `key-${nth}-${name}`
  const drawn = (
    name: string,
    other: Partial<BodyOf<typeof contract.saveMarkup>['markup']['add'][number]> = {},
  ) => ({
    key: keyOf(name),
    ...{ page: 1, kind: 'box' as const, boxes: [1000, 1000, 3000, 2000], label: '', reason: '' },
    ...other,
  })
  let sent = 0
  const save = (
    as: TestUser,
    document: string,
    markup: Partial<BodyOf<typeof contract.saveMarkup>['markup']>,
    key = `command-redact-${sent++}`,
  ) =>
    intake.server.call(as, contract.saveMarkup, {
      ...{ project: intake.project, key },
      body: {
        documentId: idOf(document),
        gesture: `gesture-${key}`,
        markup: { add: [], change: [], remove: [], restore: [], ...markup },
      },
    })
  const load = async (as: TestUser, document: string) =>
    (
      await intake.server.call(as, contract.loadMarkup, {
        project: intake.project,
        query: { documentId: idOf(document) },
      })
    ).data
  const log = async (as: TestUser, query: { documentId?: number; label?: string; before?: number } = {}) =>
    (await intake.server.call(as, contract.redactionLog, { project: intake.project, query })).data
  const seen = (name: string, version: number) => ({ key: keyOf(name), version })
  const found = async (queryString: string) => {
    await intake.server.services.search.settled(intake.project)
    const query = { queryString, includeFamily: false, objectId: null, type: null }
    const body = {
      query,
      sort: 'documentId',
      viewer: 'parentsAndChildren',
      filter: 'all',
      pageSize: 25,
      page: 1,
    }
    const { data } = await intake.server.call(manager, searchDocuments, { project: intake.project, body })
    return data.data.map(({ documentId }) => documentId)
  }

  it('[rest-post-viewer-save-markup] [rest-any-viewer-load-markup] what is saved is in force at once, and each change is told with its place', async () => {
    const { data: added } = await save(ana, 'a.pdf', {
      add: [
        drawn('box', { label: 'Privileged', reason: 'Advice of counsel' }),
        drawn('page', { page: 3, kind: 'page', boxes: [] }),
      ],
    })
    expect(added).toMatchObject({ revision: 1, data: [{ label: 'Privileged', version: 1 }, {}], removed: [] })
    const { data } = await save(manager, 'a.pdf', {
      change: [{ ...seen('box', 1), boxes: [0, 0, 10_000, 500], label: 'Work Product' }],
      remove: [seen('page', 1)],
    })
    expect(data).toMatchObject({ revision: 2, data: [{ version: 2, by: 'Ana Lima', isOwn: false }] })
    expect(await load(ana, 'a.pdf')).toMatchObject({
      ...{ revision: 2, totalCount: 1 },
      data: [{ key: keyOf('box'), boxes: [0, 0, 10_000, 500], isOwn: true, toCheck: false, origin: 'hand' }],
      removed: [{ key: keyOf('page'), removedBy: 'Maria Alvarez' }],
    })
    await save(ana, 'a.pdf', { restore: [seen('page', 2)] })
    // What stands already is nobody's news.
    const same = await save(ana, 'a.pdf', {
      change: [{ ...seen('box', 2), label: 'Work Product' }],
      restore: [seen('page', 3)],
    })
    expect(same.data.revision).toBe(3)

    expect(await redactionsOf(intake.server.services.records.read, idOf('a.pdf'))).toEqual({
      revision: 3,
      redactions: [
        { page: 0, kind: 'box', boxes: [0, 0, 10_000, 500], label: 'Work Product' },
        { page: 2, kind: 'page', boxes: [], label: '' },
      ],
      toCheck: false,
      inCells: false,
    })
    const rows = (await trail(intake.server, `project:${intake.project}`)).filter(({ action }) =>
      action.startsWith('redaction.'),
    )
    expect(rows.map(({ action }) => action)).toEqual(
      ['added', 'added', 'changed', 'removed', 'restored'].map((done) => `redaction.${done}`),
    )
    expect(rows[2]).toMatchObject({
      facts: {
        ...{ page: 1, kind: 'box', boxes: [0, 0, 10_000, 500], label: 'Work Product', version: 2 },
        before: { boxes: [1000, 1000, 3000, 2000], label: 'Privileged' },
      },
      beside: { reason: 'Advice of counsel' },
    })
    expect(rows.map(({ text }) => text).join()).not.toContain('One of a.pdf')
    const { data: history } = await intake.server.call(manager, documentHistory, {
      project: intake.project,
      query: { documentId: idOf('a.pdf') },
    })
    expect(history.data.filter(({ action }) => action === 'redaction.changed')).toMatchObject([
      { field: 'Page 1', oldValue: 'Privileged', newValue: 'Work Product' },
    ])
  })

  it('[limit-label-40] a gesture with a fault is refused with the field, and nothing of it is saved', async () => {
    const { services } = intake.server
    const source = await services.pages.makeable(
      await sourceOf(services.records.read, intake.project, idOf('b.pdf')),
    )
    if (source === null) throw new Error('It has pages.')
    await services.pages.look(source)
    await services.records.write('interactive', (trx) =>
      changeFaults(trx, source, new Map([[1, { code: 'corrupt', reason: 'Damaged.' }]])),
    )
    const refusals: readonly [ReturnType<typeof drawn>, string, RegExp][] = [
      [drawn('two', { page: 4 }), 'markup.add[1].page', /no page 4: it has 3 pages/],
      [drawn('two', { page: 2 }), 'markup.add[1].page', /cannot be drawn, so it cannot be redacted/],
      [drawn('two', { kind: 'page' }), 'markup.add[1].boxes', /has no boxes/],
      [drawn('two', { kind: 'words', boxes: [] }), 'markup.add[1].boxes', /has no box/],
      [drawn('two', { boxes: [5, 5, 5, 9] }), 'markup.add[1].boxes', /a width and a height/],
      [drawn('two', { boxes: [0, 0, 10_001, 9] }), 'markup.add[1].boxes[2]', /10000/],
      [drawn('two', { label: 'x'.repeat(41) }), 'markup.add[1].label', /at most 40 characters/],
      [drawn('two', { reason: 'one\ntwo' }), 'markup.add[1].reason', /one line/],
      [drawn('one'), 'markup.add[1].key', /stands once/],
    ]
    for (const [second, detail, words] of refusals) {
      const { status, error } = await save(ana, 'b.pdf', { add: [drawn('one'), second] })
      expect({ status, detail: error.detail }).toEqual({ status: 400, detail })
      expect(error.message).toMatch(words)
    }
    const none = await save(ana, 'b.pdf', {})
    expect(none.error.message).toMatch(/between 1 and 1000/)
    expect(await load(ana, 'b.pdf')).toMatchObject({ revision: 0, totalCount: 0 })
    await save(ana, 'b.pdf', { add: [drawn('one')] })
    expect((await save(ana, 'c.pdf', { add: [drawn('one')] })).error).toMatchObject({
      ...{ code: 'request.invalid', detail: 'markup.add[0].key' },
    })
    // A redaction of another document is none of this one.
    for (const what of ['change', 'remove', 'restore'] as const) {
      const { status } = await save(ana, 'c.pdf', { [what]: [seen('one', 1)] })
      expect({ what, status }).toEqual({ what, status: 404 })
    }
  })

  it('a repetition with the same key is the same gesture', async () => {
    const markup = { add: [drawn('one')] }
    const [first, second] = [
      await save(ana, 'c.pdf', markup, 'command-repeated'),
      await save(ana, 'c.pdf', markup, 'command-repeated'),
    ]
    expect(second.data).toEqual(first.data)
    expect(await load(ana, 'c.pdf')).toMatchObject({ revision: 1, totalCount: 1 })
  })

  it('of two people at once both additions stand, and who changes what the other has removed is told how it is now', async () => {
    const both = await Promise.all([
      save(ana, 'd.pdf', { add: [drawn('ana')] }),
      save(manager, 'd.pdf', { add: [drawn('maria')] }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await load(ben, 'd.pdf')).totalCount).toBe(2)
    await save(manager, 'd.pdf', { remove: [seen('ana', 1)] })
    const late = await save(ana, 'd.pdf', {
      add: [drawn('more')],
      change: [{ ...seen('ana', 1), label: 'Mine' }],
    })
    expect(late.status).toBe(412)
    expect(late.error).toMatchObject({
      code: 'redaction.stale',
      data: { totalCount: 1, data: [{ key: keyOf('maria') }], removed: [{ removedBy: 'Maria Alvarez' }] },
    })
    expect((await load(ana, 'd.pdf')).data.map(({ key }) => key)).toEqual([keyOf('maria')])
    expect((await save(manager, 'd.pdf', { remove: [seen('maria', 7)] })).status).toBe(412)
  })

  it('redactions of others are changed by whoever may, and drawn by whoever may', async () => {
    await save(manager, 'e.pdf', { add: [drawn('maria')] })
    for (const what of ['change', 'remove', 'restore'] as const) {
      const { status, error } = await save(ana, 'e.pdf', { [what]: [seen('maria', 1)] })
      expect({ what, status, detail: error.detail }).toEqual({
        what,
        status: 403,
        detail: `markup.${what}[0].key`,
      })
      expect(error.message).toMatch(/Somebody else has drawn/)
    }
    expect((await save(ben, 'e.pdf', { add: [drawn('ben')] })).status).toBe(200)
    expect((await save(plain, 'e.pdf', { add: [drawn('pia')] })).status).toBe(403)
    expect((await load(plain, 'e.pdf')).totalCount).toBe(2)
  })

  it('what was drawn on another file or on other pages is to be checked, until somebody has looked', async () => {
    const { records } = intake.server.services
    await save(ana, 'f.pdf', { add: [drawn('old'), drawn('new', { page: 2 })] })
    await records.write('interactive', (trx) =>
      trx
        .updateTable('redaction')
        .set({ sha256: '0'.repeat(64) })
        .where('key', '=', keyOf('old'))
        .execute(),
    )
    const toCheck = async () => (await load(ana, 'f.pdf')).data.map((one) => one.toCheck)
    expect(await toCheck()).toEqual([true, false])
    expect((await redactionsOf(records.read, idOf('f.pdf'))).toCheck).toBe(true)
    // Moving it does not say that the others of its page were looked at, nor that the page is right.
    await save(ana, 'f.pdf', { change: [{ ...seen('old', 1), boxes: [1, 1, 2, 2] }] })
    expect(await toCheck()).toEqual([true, false])
    const checked = await save(ana, 'f.pdf', { change: [{ ...seen('old', 2), checked: true }] })
    expect(checked.data.data).toMatchObject([{ version: 3, toCheck: false }])
    expect((await redactionsOf(records.read, idOf('f.pdf'))).toCheck).toBe(false)
    expect((await redactionsOf(records.read, idOf('f.pdf'), 99)).toCheck).toBe(true)
    expect((await log(ana, { documentId: idOf('f.pdf') })).data[0]).toMatchObject({ act: 'checked', page: 1 })
  })

  it('[redact-and-markup-capability] a document has redactions in its fields, is found by them, and by none once it is cleared', async () => {
    const { data } = await save(manager, 'g.pdf', { add: [drawn('one'), drawn('two', { page: 2 })] })
    expect(await found('Redaction:1')).toContain(idOf('g.pdf'))
    expect(await found('Redaction_Type:Pages')).toContain(idOf('g.pdf'))
    const { data: figures } = await intake.server.call(manager, readFacets, {
      project: intake.project,
      body: {
        stage: 'review',
        query: { queryString: '', includeFamily: false, objectId: null, type: null },
        ...{ filter: null, histograms: [], matrix: null },
        facets: ['Redaction', 'Redaction_Type'].map((field) => ({ field, most: 5 })),
      },
    })
    const withAny = (await found('Redaction:1')).length
    expect(figures.facets.map(({ values }) => values)).toMatchObject([
      [{ value: '1', documents: withAny }],
      [{ value: 'Pages', documents: withAny }],
    ])
    const { data: metadata } = await intake.server.call(manager, getMetadata, {
      project: intake.project,
      query: { documentId: idOf('g.pdf') },
    })
    expect(metadata.data.filter(({ name }) => name.startsWith('Redaction'))).toMatchObject([
      { name: 'Redaction', values: ['1'] },
      { name: 'Redaction_Type', values: ['Pages'] },
    ])
    const clear = (as: TestUser, revision: number, key: string) =>
      intake.server.call(as, contract.clearRedactions, {
        ...{ project: intake.project, key },
        body: { documentId: idOf('g.pdf'), gesture: 'gesture-clear', revision },
      })
    expect((await clear(ana, data.revision, 'command-clear-0')).status).toBe(403)
    const late = await clear(manager, data.revision - 1, 'command-clear-1')
    expect(late.error).toMatchObject({ code: 'redaction.stale', data: { totalCount: 2 } })
    const cleared = await clear(manager, data.revision, 'command-clear-2')
    expect(cleared.data).toMatchObject({ revision: 2, totalCount: 0, removed: [{ page: 2 }, { page: 1 }] })
    expect(await found('Redaction:1')).not.toContain(idOf('g.pdf'))
    expect(
      (await log(manager, { documentId: idOf('g.pdf') })).data.map(({ act, page }) => [act, page]),
    ).toEqual([
      ['removed', 2],
      ['removed', 1],
      ['added', 2],
      ['added', 1],
    ])
    await save(manager, 'g.pdf', { restore: [seen('two', 2)] })
    expect(await found('Redaction:1')).toContain(idOf('g.pdf'))
  })

  it('messages have pages that can be redacted', async () => {
    expect((await save(ana, 'mail.eml', { add: [drawn('mail', { label: 'PII' })] })).status).toBe(200)
    expect((await save(ana, 'mail.eml', { add: [drawn('more', { page: 99 })] })).status).toBe(400)
    expect(await load(ana, 'mail.eml')).toMatchObject({ data: [{ toCheck: false }] })
  })

  it('whoever may not see under redactions has no text, pages or words of a document that has one, until it is cleared', async () => {
    const { server, project, user } = intake
    const guest = await server.user({ role: 'Default', companyId: user.companyId, name: 'Gus Reed' })
    const granted = ['document.view', 'document.search', 'project.view'] as const
    await server.member(project, guest.userId, 'Default', granted)
    const documentId = idOf('h.pdf')
    const query = { documentId }
    const listed = async () => {
      const body = {
        query: { queryString: 'File_Name:"h.pdf"', includeFamily: false, objectId: null, type: null },
        ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', page: 1, pageSize: 50 },
      } as const
      return (await server.call(guest, searchDocuments, { project, body })).data.data.map(
        (row) => row.documentId,
      )
    }
    const answers = async () => [
      (await server.call(guest, getMetadata, { project, query })).status,
      (await server.call(guest, getText, { project, query: { ...query, origin: 'extracted' } as never }))
        .status,
      (await server.call(guest, getPages, { project, query })).status,
      (await server.call(guest, getPageTexts, { project, query })).status,
    ]
    await server.services.search.settled(project)
    expect(await answers()).toEqual([200, 200, 200, 200])
    expect(await listed()).toEqual([documentId])
    await save(ana, 'h.pdf', { add: [drawn('under')] })
    // What there is of it as it leaves: tests/server/as-they-leave.test.ts.
    expect(await answers()).toEqual([200, 404, 404, 404])
    expect(await listed()).toEqual([])
    const load = await server.call(guest, contract.loadMarkup, { project, query })
    expect(load.error.code).toBe('permission.denied')
    await save(ana, 'h.pdf', { remove: [seen('under', 1)] })
    expect(await answers()).toEqual([200, 200, 200, 200])
    expect(await listed()).toEqual([documentId])
  })

  it('[rest-get-viewer-redacted-labels] labels, log and file tell of what somebody sees, and of nothing behind a wall', async () => {
    const { server, project, user } = intake
    await save(manager, 'other.pdf', { add: [drawn('hidden', { label: 'Hidden', reason: 'Secret' })] })
    await save(manager, 'mail.eml', {
      add: [
        drawn('formula', { label: '=1+1', reason: 'pii' }),
        drawn('case', { label: 'pii' }),
        drawn('upper', { label: 'PII', reason: 'Birth dates' }),
      ],
    })
    const labels = async (as: TestUser) =>
      (await server.call(as, contract.redactedLabels, { project })).data.data
    expect(await labels(ana)).toContainEqual({ label: 'Hidden', reason: 'Secret', count: 1 })
    expect((await log(ana, { label: 'pii' })).data.map(({ key }) => key)).toEqual([keyOf('case')])
    expect((await log(ana, { label: 'Privileged' })).totalCount).toBe(1)
    const all = await log(ana)
    const { id: newest } = await server.services.records.read
      .selectFrom('audit')
      .select((eb) => eb.fn.max('audit_id').as('id'))
      .where('action', '=', 'redaction.added')
      .executeTakeFirstOrThrow()
    expect((await log(ana, { before: Number(newest) })).data).toEqual(all.data.slice(1))
    expect(all).toMatchObject({ next: null, totalCount: all.data.length })

    const csv = async (as: TestUser, query: { documentId?: number; label?: string } = {}) =>
      (await server.call(as, contract.redactionLogFile, { query: { projectId: project, ...query } })).raw.body
    const file = await csv(ana)
    expect(file.trim().split('\r\n')).toHaveLength(all.totalCount + 1)
    expect(file).toContain(`,"'=1+1",pii,Hand,1,`)
    expect(file).toContain('1000 1000 3000 2000')
    expect((await trail(server, `project:${project}`)).at(-1)?.action).toBe('redactionLog.exported')

    const { custodian_id: reyes } = await server.services.records.read
      .selectFrom('custodian')
      .select('custodian_id')
      .where('project_id', '=', project)
      .where('name', '=', 'Reyes')
      .executeTakeFirstOrThrow()
    const parts = [{ kind: 'custodian', partId: reyes, access: 'allow' }]
    const walls = await server.call(user, putWalls, {
      ...{ project, ifMatch: '0' },
      body: {
        groups: [{ name: 'Team', userIds: [ana.userId, user.userId], parts }],
        batchesOnly: false,
      },
    })
    expect(walls.status).toBe(200)
    expect((await labels(ana)).map(({ label }) => label)).not.toContain('Hidden')
    expect((await log(ana)).totalCount).toBe(all.totalCount - 1)
    expect(await csv(ana)).not.toContain('Hidden')
    const query = { documentId: idOf('other.pdf') }
    expect((await server.call(ana, contract.loadMarkup, { project, query })).status).toBe(404)
    expect((await server.call(ana, contract.redactionLog, { project, query })).status).toBe(404)
    expect((await save(ana, 'other.pdf', { add: [drawn('mine')] })).status).toBe(404)
    // Nor can a key that is taken there be used to look behind the wall: it is refused as any other.
    expect((await save(ana, 'mail.eml', { add: [drawn('hidden')] })).status).toBe(400)
    expect((await save(ana, 'mail.eml', { remove: [seen('hidden', 1)] })).status).toBe(404)
    // Who sees only their batches redacts only there.
    const batchesOnly = await server.call(user, putWalls, {
      ...{ project, ifMatch: '1' },
      body: {
        groups: [{ name: 'Team', userIds: [ana.userId, ben.userId, user.userId], parts }],
        batchesOnly: true,
      },
    })
    expect(batchesOnly.status).toBe(200)
    expect((await save(ben, 'mail.eml', { add: [drawn('without')] })).status).toBe(404)
    expect((await save(ana, 'mail.eml', { add: [drawn('senior')] })).status).toBe(200)
  })

  it('is held against the audit chain: what somebody has altered in the records is named', async () => {
    await save(ana, 'h.pdf', {
      add: [drawn('one', { label: 'Altered' }), drawn('two', { page: 2 }), drawn('three', { page: 3 })],
    })
    await save(ana, 'h.pdf', { change: [{ ...seen('one', 1), boxes: [1000, 1000, 4000, 2000] }] })
    await save(ana, 'h.pdf', { remove: [seen('two', 1)] })
    const where = (alter: Parameters<typeof differencesWhere>[2]) =>
      differencesWhere(intake.server.services, intake.project, alter)
    expect(await where(async () => {})).toEqual([])
    const named = (page: number) => [
      expect.stringMatching(
        new RegExp(`a redaction on page ${page}: row \\d+ of the audit log says otherwise\\.$`),
      ),
    ]
    const set = (name: string, more: object) =>
      where((trx) => trx.updateTable('redaction').set(more).where('key', '=', keyOf(name)).execute())
    expect(await set('one', { boxes: '[1000,1000,3000,2000]' })).toEqual(named(1))
    expect(await set('one', { label: '' })).toEqual(named(1))
    expect(await set('two', { removed_at: null, removed_by: null })).toEqual(named(2))
    expect(await set('three', { removed_at: '2026-01-01T00:00:00.000Z' })).toEqual(named(3))
    expect(await set('three', { key: 'of nobody' })).toEqual([
      expect.stringMatching(/a redaction on page 3: the audit log has no row for it\.$/),
      ...named(3),
    ])
  })
})
