/** Redacting what is searched for: found on pages, told with what cannot be covered, covered by a job and undone as one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import * as redactions from '#contracts/redactions.ts'
import * as contract from '#contracts/term-redactions.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { forgetPlaces } from '#server/review/term-redaction/forget.ts'
import { message } from '#tests/fixtures/mail.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

const words = ['The merger costs of Larkspur', 'SSN 123-45-6789 of Ann', 'A cavern and a Merger, again']

describe.each(costlyDialects)('redacting terms on %s', (dialect) => {
  let intake: Intake
  let manager: TestUser
  let ana: TestUser
  let ben: TestUser
  const ids = new Map<string, number>()
  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    await server.user({ role: 'SystemAdmin' })
    const companyId = user.companyId
    manager = await server.user({ role: 'ReviewManager', companyId, name: 'Maria Alvarez' })
    ana = await server.user({ role: 'SeniorReviewer', companyId, name: 'Ana Lima' })
    ben = await server.user({ role: 'Reviewer', companyId, name: 'Ben Novak' })
    await server.member(project, manager.userId, 'ReviewManager')
    await server.member(project, ana.userId, 'SeniorReviewer')
    await server.member(project, ben.userId, 'Reviewer')
    const file = pdf({ pages: words.map((text) => ({ content: show(text) })) })
    for (const name of ['a.pdf', 'b.pdf', 'merger.pdf', 'mail.eml']) {
      const bytes = name.endsWith('.eml') ? message() : Buffer.concat([file, Buffer.from(`\n% ${name}`)])
      const path = intake.write(name, bytes)
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian: 'Reyes' })
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

  const idOf = (name: string): number => ids.get(name) ?? 0
  let sent = 0
  const find = (
    as: TestUser,
    documents: readonly string[],
    body: Partial<BodyOf<typeof contract.findTerms>>,
  ) => {
    const key = `command-find-${sent++}`
    return intake.server.call(as, contract.findTerms, {
      ...{ project: intake.project, key },
      body: {
        ...{ documents: { ids: documents.map(idOf) }, terms: [], personalData: [] },
        ...{ correlationId: `correlation-${key}`, ...body },
      },
    })
  }
  const found = async (
    as: TestUser,
    documents: readonly string[],
    body: Partial<BodyOf<typeof contract.findTerms>>,
  ) => {
    const { jobId } = (await find(as, documents, body)).data
    await settledJob(intake.server.services, jobId)
    return jobId
  }
  const standing = async (as: TestUser, jobId: number) =>
    (
      await intake.server.call(as, contract.getTermRedaction, {
        ...{ project: intake.project, params: { jobId }, query: {} },
      })
    ).data
  const places = async (as: TestUser, jobId: number, document: string) =>
    (
      await intake.server.call(as, contract.listTermPlaces, {
        ...{ project: intake.project, params: { jobId }, query: { documentId: idOf(document) } },
      })
    ).data.data
  const tick = (as: TestUser, jobId: number, which: contract.TickWhich, ticked: boolean) =>
    intake.server.call(as, contract.tickTermPlaces, {
      ...{ project: intake.project, params: { jobId }, body: { which, ticked } },
    })
  const act = async (
    as: TestUser,
    call: typeof contract.applyTerms | typeof contract.undoTerms | typeof contract.redoTerms,
    jobId: number,
  ) => {
    const key = `command-terms-${sent++}`
    const about = { correlationId: `correlation-${key}` }
    const answer = await (call === contract.applyTerms
      ? intake.server.call(as, contract.applyTerms, {
          ...{ project: intake.project, key, params: { jobId } },
          body: { label: 'Privileged', reason: 'Advice of counsel', ...about },
        })
      : intake.server.call(as, call, {
          ...{ project: intake.project, key, params: { jobId }, body: about },
        }))
    if (answer.status === 200) await settledJob(intake.server.services, answer.data.jobId)
    return answer
  }
  const load = async (document: string) =>
    (
      await intake.server.call(manager, redactions.loadMarkup, {
        ...{ project: intake.project, query: { documentId: idOf(document) } },
      })
    ).data

  it('terms, patterns and personal data are found where their words stand, with the words around', async () => {
    const jobId = await found(ana, ['a.pdf'], {
      terms: ['merger', 'larksp*', '“merger costs”'],
      personalData: ['US social security number'],
    })
    const seen = await standing(ana, jobId)
    expect(seen.search.state).toBe('Completed')
    expect(seen.terms.map(({ text, how, places: n }) => [text, how, n])).toEqual([
      ['merger', 'term', 2],
      ['larksp*', 'pattern', 1],
      ['"merger costs"', 'term', 1],
      ['US social security number', 'personal', 1],
    ])
    const all = await places(ana, jobId, 'a.pdf')
    expect(
      all.map(({ page, before, found: what, after, ticked }) => [page, before, what, after, ticked]),
    ).toEqual([
      [1, 'The ', 'merger costs', ' of Larkspur SSN 123-45-6789 of Ann A cavern and a Merger, a', true],
      [1, 'The ', 'merger', expect.stringContaining(' costs of'), true],
      [1, 'The merger costs of ', 'Larkspur', expect.stringContaining('SSN'), true],
      [2, expect.stringContaining('SSN '), '123-45-6789', expect.stringContaining(' of Ann'), true],
      [3, expect.stringContaining('cavern and a '), 'Merger', ', again', true],
    ])
  })

  it('what is ticked is redacted once, each with its row of the trail, and undone as one but for what others changed', async () => {
    const jobId = await found(ana, ['a.pdf', 'b.pdf'], { terms: ['merger', '"merger costs"', 'cavern'] })
    expect(await standing(ana, jobId)).toMatchObject({ places: 8, ticked: 8, covered: 0, documentCount: 2 })
    await tick(ana, jobId, { term: 2 }, false)
    const [first] = await places(ana, jobId, 'b.pdf')
    await tick(ana, jobId, { documentId: idOf('b.pdf') }, false)
    const { data } = await tick(ana, jobId, { placeIds: [first?.placeId ?? 0] }, true)
    expect(data.ticked).toBe(4)
    expect((await act(ana, contract.undoTerms, jobId)).status).toBe(409)
    await act(ana, contract.applyTerms, jobId)
    // The merger of "merger costs" is covered with it.
    expect((await standing(ana, jobId)).applied).toMatchObject({ made: 3, left: 1, label: 'Privileged' })
    const drawn = await load('a.pdf')
    expect(drawn).toMatchObject({
      revision: 1,
      data: [
        { page: 1, kind: 'words', origin: 'terms', label: 'Privileged', reason: 'Advice of counsel' },
        { page: 3, kind: 'words' },
      ],
    })
    expect(drawn.data[0]?.boxes).toHaveLength(4)
    expect((await act(ana, contract.applyTerms, jobId)).status).toBe(409)
    const rows = await trail(intake.server, `project:${intake.project}`)
    expect(rows.filter(({ action }) => action === 'redaction.added')).toHaveLength(3)
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('cavern')

    const again = await found(ana, ['a.pdf'], { terms: ['merger'] })
    expect(await standing(ana, again)).toMatchObject({ places: 2, ticked: 0, covered: 2 })
    expect((await act(ana, contract.applyTerms, again)).status).toBe(400)

    const [one] = drawn.data
    await intake.server.call(manager, redactions.saveMarkup, {
      ...{ project: intake.project, key: 'command-change-one' },
      body: {
        ...{ documentId: idOf('a.pdf'), gesture: 'gesture-change-one' },
        markup: {
          ...{ add: [], remove: [], restore: [] },
          change: [{ key: one?.key ?? '', version: 1, label: 'Work Product' }],
        },
      },
    })
    const undone = await act(ana, contract.undoTerms, jobId)
    expect((await standing(ana, jobId)).undone).toMatchObject({ removed: 2, changed: 1 })
    expect((await act(ana, contract.undoTerms, jobId)).data.jobId).toBe(undone.data.jobId)
    expect((await load('a.pdf')).data).toMatchObject([{ label: 'Work Product' }])
    expect((await load('b.pdf')).data).toEqual([])

    await act(ana, contract.redoTerms, jobId)
    expect(await standing(ana, jobId)).toMatchObject({ applied: { made: 2 }, undone: null })
    expect((await load('a.pdf')).totalCount).toBe(2)
    await act(ana, contract.undoTerms, jobId)
    expect((await standing(ana, jobId)).undone).toMatchObject({ removed: 2, changed: 1 })
    expect((await load('a.pdf')).data).toMatchObject([{ label: 'Work Product' }])
  })

  it('a regular expression is found where it stands, is refused where it cannot be read, and ends at its limit by its number', async () => {
    const jobId = await found(ana, ['b.pdf'], { expressions: ['merger\\s+cos.s', 'never there'] })
    const { terms } = await standing(ana, jobId)
    expect(terms).toMatchObject([{ how: 'expression', places: 1 }, { places: 0 }])
    expect(await places(ana, jobId, 'b.pdf')).toMatchObject([
      { found: expect.stringMatching(/^merger costs$/i), boxes: expect.any(Array) },
    ])
    const unread = await find(ana, ['b.pdf'], { expressions: ['a', 'case ('] })
    expect(unread.error).toMatchObject({
      detail: 'expressions[1]',
      message: expect.stringContaining('Pattern 2'),
    })
    const endless = await found(ana, ['b.pdf'], { expressions: ['x', '([^]+)+#'] })
    const { search } = await standing(ana, endless)
    expect(search.state).toBe('Failed')
    expect(search.message).toMatch(/^Pattern 2 took longer than 2 seconds/)
  }, 20_000)

  it('what stands in a field, or only in the text, is told as what cannot be covered here', async () => {
    const { services } = intake.server
    await services.records.write('interactive', (trx) =>
      trx
        .updateTable('document_text')
        .set({ text: `${words.join('\n')} merger` })
        .where('document_id', '=', idOf('merger.pdf'))
        .execute(),
    )
    const jobId = await found(ana, ['merger.pdf'], { terms: ['merger'] })
    const [document] = (await standing(ana, jobId)).documents
    expect(document).toMatchObject({ places: 2, left: null })
    expect(document?.uncovered).toEqual(
      expect.arrayContaining([
        { term: 0, reason: 'text', count: 1 },
        { term: 0, reason: 'fileName', count: 1 },
      ]),
    )
  })

  it('a document that was closed, or has another file, since it was searched is left and said', async () => {
    const { records } = intake.server.services
    const change = (documentId: number, to: { state?: 'Filtered Out' | 'Promoted'; sha256?: string }) =>
      records.write('interactive', (trx) =>
        trx.updateTable('document').set(to).where('document_id', '=', documentId).execute(),
      )
    const closed = await found(ana, ['b.pdf'], { terms: ['larkspur'] })
    await change(idOf('b.pdf'), { state: 'Filtered Out' })
    await act(ana, contract.applyTerms, closed)
    await change(idOf('b.pdf'), { state: 'Promoted' })
    const [left] = (await standing(ana, closed)).documents
    expect(left?.left).toMatch(/taken out of review/)

    const other = await found(ana, ['b.pdf'], { terms: ['larkspur'] })
    await records.write('interactive', (trx) =>
      trx
        .updateTable('term_redaction_document')
        .set({ sha256: 'another' })
        .where('job_id', '=', other)
        .execute(),
    )
    await act(ana, contract.applyTerms, other)
    const seen = await standing(ana, other)
    expect(seen.applied).toMatchObject({ made: 0, left: 1 })
    expect(seen.documents[0]?.left).toMatch(/another file or other pages/)
    expect((await load('b.pdf')).totalCount).toBe(0)
  })

  it('a killed job goes on without redacting anything twice', async () => {
    const { services } = intake.server
    const jobId = await found(ana, ['merger.pdf'], { terms: ['larkspur', 'ann'] })
    await act(ana, contract.applyTerms, jobId)
    const { applied } = await standing(ana, jobId)
    const [, second] = await places(ana, jobId, 'merger.pdf')
    // As a run leaves it that dies behind its first step, which has covered the first place.
    await services.records.write('interactive', async (trx) => {
      await trx
        .deleteFrom('redaction')
        .where('document_id', '=', idOf('merger.pdf'))
        .where('page', '=', second?.page ?? 0)
        .execute()
      await trx
        .updateTable('term_redaction_place')
        .set({ outcome: null })
        .where('place_id', '=', second?.placeId ?? 0)
        .execute()
      await trx.updateTable('term_redaction').set({ made: 1 }).where('job_id', '=', jobId).execute()
      await trx
        .updateTable('job')
        .set({ state: 'Queued', ended_at: null, items_done: 1 })
        .where('job_id', '=', applied?.jobId ?? 0)
        .execute()
    })
    expect((await load('merger.pdf')).totalCount).toBe(1)
    services.jobs.wake()
    await settledJob(services, applied?.jobId ?? 0)
    expect((await standing(ana, jobId)).applied).toMatchObject({ made: 2, left: 0 })
    expect((await load('merger.pdf')).totalCount).toBe(2)
  })

  it('is refused with what is wrong, to who may not, and to everybody else than who has asked', async () => {
    expect((await find(ana, ['a.pdf'], {})).status).toBe(400)
    const unread = await find(ana, ['a.pdf'], { terms: ['merger', 'a AND b'] })
    expect(unread).toMatchObject({ status: 400, error: { data: { terms: [{ term: 1 }] } } })
    // Reviewers may where it is granted, in one document.
    expect((await find(ben, ['a.pdf'], { terms: ['merger'] })).status).toBe(200)
    expect((await find(ben, ['a.pdf', 'b.pdf'], { terms: ['merger'] })).status).toBe(403)
    const { jobId } = (await find(ana, ['a.pdf'], { terms: ['merger'] })).data
    const others = await intake.server.call(manager, contract.getTermRedaction, {
      ...{ project: intake.project, params: { jobId }, query: {} },
    })
    expect(others.status).toBe(404)
  })

  it('forgets the places after a week, and not what was covered', async () => {
    const { records } = intake.server.services
    const jobId = await found(ana, ['mail.eml', 'b.pdf'], { terms: ['cavern'] })
    await act(ana, contract.applyTerms, jobId)
    await forgetPlaces(records, new Date(Date.now() + 8 * 86_400_000))
    expect(await standing(ana, jobId)).toMatchObject({ forgotten: true, places: 0, applied: { made: 1 } })
    await act(ana, contract.undoTerms, jobId)
    expect((await standing(ana, jobId)).undone).toMatchObject({ removed: 1, changed: 0 })
  })
})
