/** The analysis follows where documents stand: among those in review it is as if there were no others. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { relatedDocuments } from '#contracts/analysis.ts'
import type { ReplyOf } from '#contracts/call.ts'
import { defaultPageSize, getMetadata, searchDocuments } from '#contracts/documents.ts'
import * as stages from '#contracts/stages.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import { flag } from '#server/platform/records/dialect.ts'
import { inclusiveOf } from '#server/review/analysis/inclusive.ts'
import { NearDuplicates } from '#server/review/analysis/near-duplicates.ts'
import { documentsAfter, type RecordedDocument } from '#server/review/analysis/record-pages.ts'
import { Conversations } from '#server/review/analysis/threads.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { letters, relatedMail } from '#tests/fixtures/related-mail.ts'
import { inDeepRun, runs, property as test } from '#tests/runs.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** A conversation in which each message answers the one that is named and repeats all of it. */
function conversation(name: string, answers: readonly (number | null)[]): Buffer[] {
  const texts: string[] = []
  return answers.map((parent, n) => {
    const own = `Message ${n} about ${name}: what ${name} says in part ${n} is said nowhere else than here.`
    const text = parent === null ? own : `${own}\n\n${quoted(texts[parent] ?? '')}`
    texts.push(text)
    const id = (at: number): string => `<${name}-${at}@test.example>`
    return message({
      id: `${name}-${n}`,
      subject: parent === null ? name : `Re: ${name}`,
      date: `Tue, 05 Mar 2024 ${String(8 + n).padStart(2, '0')}:00:00 -0600`,
      text,
      headers: parent === null ? [] : [`In-Reply-To: ${id(parent)}`, `References: ${id(parent)}`],
    })
  })
}

const boxes: readonly (readonly Buffer[])[] = [
  [...conversation('bridge', [null, 0, 1, 1, 2, 3]), ...letters(4)],
  [relatedMail.opening, relatedMail.closing, relatedMail.orphan, ...conversation('tunnel', [null, 0, 0])],
  [relatedMail.answer, ...letters(8).slice(4), ...conversation('ferry', [null, 0, 1, 2])],
]

const step = fc.record({
  what: fc.constantFrom('import', 'promote', 'promote', 'filter', 'restore', 'rollback', 'settle'),
  /** Which of the documents that may be: each bit one. */
  which: fc.nat({ max: 2 ** 20 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

describe.each(costlyDialects)('the analysis and where documents stand, on %s', (dialect) => {
  let intake: Intake
  let reviewer: TestUser
  let brought: number
  beforeEach(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    reviewer = await server.user({ role: 'Reviewer', companyId: user.companyId })
    await server.member(project, reviewer.userId, 'Reviewer')
    brought = 0
  })
  afterEach(() => intake.close())

  const services = () => intake.server.services
  const read = () => services().records.read
  const call: Intake['server']['call'] = (who, contract, options = {}) =>
    intake.server.call(who, contract, { project: intake.project, ...options })

  async function bring(promote: boolean): Promise<void> {
    const box = boxes[brought++]
    if (box === undefined) return
    const { records, blobs, jobs } = services()
    const { sha256, size } = await blobs.put(mbox(box))
    const projectId = intake.project
    await records.write('interactive', async (trx) => {
      const { custodian_id: custodianId } = await trx
        .insertInto('custodian')
        .values({ project_id: projectId, name: `Box ${brought}` })
        .returning('custodian_id')
        .executeTakeFirstOrThrow()
      const of = { projectId, custodianId, createdBy: intake.user.userId }
      const sourceId = await sourceNamed(trx, new Date(), { ...of, name: `Box ${brought}` })
      await trx
        .updateTable('source')
        .set({ auto_promote: flag(promote) })
        .where('source_id', '=', sourceId)
        .execute()
      const file = { projectId, sourceId, path: [`${brought}.mbox`], sha256, size, modifiedAt: null }
      await addSourceFile(trx, new Date(), file)
      await startImport(trx, services(), { projectId, sourceId, user: { ...intake.user } })
    })
    jobs.wake()
  }

  const standing = () =>
    read().selectFrom('document').select(['document_id', 'state']).orderBy('document_id').execute()

  /** Without waiting for what an earlier step has begun, but where this one needs documents that are there. */
  async function take({ what, which }: Step): Promise<void> {
    if (what === 'settle') return await allSettled(services())
    if (what === 'import') return await bring(which % 2 === 0)
    if (what === 'rollback') {
      await allSettled(services())
      const job = await read()
        .selectFrom('job')
        .select('job_id')
        .where('kind', '=', 'promote')
        .where('promoted', '>', 0)
        .where('state', '=', 'Completed')
        .orderBy('job_id', 'desc')
        .executeTakeFirst()
      if (job !== undefined)
        await call(intake.user, stages.rollBack, { key: randomUUID(), body: { jobId: job.job_id } })
      return
    }
    const from = what === 'restore' ? 'Filtered Out' : 'Processed'
    const ids = (await standing())
      .filter(({ state }, at) => state === from && ((which >> (at % 20)) & 1) === 1)
      .map(({ document_id }) => document_id)
    if (ids.length === 0) return
    const body = { documents: { ids } }
    const key = randomUUID()
    if (what === 'promote') await call(intake.user, stages.promote, { key, body })
    else
      await call(intake.user, stages.filter, { key, body: what === 'filter' ? { ...body, name: key } : body })
  }

  /** What the rules find among some documents, asked directly. */
  async function fresh(has: (state: string) => boolean) {
    const all: RecordedDocument[] = []
    for (let after = 0, page = await documentsAfter(read(), intake.project, 0); page.length > 0; ) {
      all.push(...page.filter(({ document }) => has(document.state)))
      after = page.at(-1)?.document.id ?? 0
      page = await documentsAfter(read(), intake.project, after)
    }
    const texts = new Map(all.map(({ document, text }) => [document.id, text]))
    const textOf = async (id: number) => texts.get(id) ?? ''
    const conversations = new Conversations()
    const alike = new NearDuplicates()
    for (const { document, text } of all) {
      if (document.message !== null) conversations.add({ id: document.id, ...document.message })
      alike.add(document.id, text)
    }
    const threads = await conversations.linked()
    const carried = (id: number): string[] =>
      all
        .filter(({ document }) => document.familyId === id && document.id !== id)
        .map(({ document }) => document.sha256)
    const inclusive = await inclusiveOf(
      threads.map(({ id, parent }) => ({ id, parent, copyOf: null, attachments: carried(id) })),
      textOf,
    )
    const groups = new Map((await alike.groups(textOf)).map((one) => [one.id, one.principal]))
    return { threads: new Map(threads.map(({ id, thread }) => [id, thread])), inclusive, groups }
  }

  const search = async (who: TestUser, queryString: string): Promise<number[]> =>
    (
      await call(who, searchDocuments, {
        body: {
          query: { queryString, includeFamily: false, objectId: null, type: null },
          sort: 'documentId',
          viewer: 'parentsAndChildren',
          filter: 'all',
          pageSize: defaultPageSize,
          page: 1,
        },
      })
    ).data.data.map(({ documentId }) => documentId)

  const related = async (who: TestUser, documentId: number): Promise<ReplyOf<typeof relatedDocuments>> =>
    (await call(who, relatedDocuments, { query: { documentId } })).data

  const fieldOf = async (who: TestUser, documentId: number, field: string): Promise<readonly unknown[]> => {
    const { data } = (await call(who, getMetadata, { query: { documentId } })).data
    return data.find(({ name }) => name === field)?.values ?? []
  }

  async function expectOrder(): Promise<void> {
    await allSettled(services())
    await services().search.settled(intake.project)
    const inReview = new Set(
      (await standing()).flatMap(({ document_id, state }) => (state === 'Promoted' ? [document_id] : [])),
    )
    const among = await fresh((state) => state === 'Promoted')
    const found = await search(reviewer, 'Thread_Inclusive:Inclusive')
    expect(found).toEqual([...among.inclusive].flatMap(([id, one]) => (one === 'inclusive' ? [id] : [])))
    // The same field for those who see all of it.
    expect(await search(intake.user, 'Thread_Inclusive:Inclusive')).toEqual(found)
    for (const id of inReview) {
      const beside = await related(reviewer, id)
      expect(beside.analysed).toBe(true)
      expect(beside.thread.absent).toBe('notInReview')
      const messages = beside.thread.data.flatMap(({ message }) => (message === null ? [] : [message]))
      const thread = among.threads.get(id)
      if (thread !== undefined) {
        expect(messages.map(({ documentId }) => documentId).toSorted((a, b) => a - b)).toEqual(
          [...among.threads].flatMap(([other, own]) => (own === thread ? [other] : [])),
        )
        expect(messages.map(({ documentId, inclusive }) => [documentId, inclusive])).toEqual(
          messages.map(({ documentId }) => [documentId, among.inclusive.get(documentId)]),
        )
        expect(await fieldOf(reviewer, id, 'Thread_Id')).toEqual(
          await fieldOf(reviewer, thread, 'Control_Number'),
        )
      }
      expect(beside.thread.totalCount).toBe(messages.length)
      const alike = beside.nearDuplicates.data.map(({ documentId }) => documentId)
      const group = among.groups.get(id)
      expect(alike.toSorted((a, b) => a - b)).toEqual(
        [...among.groups].flatMap(([other, own]) => (own === group ? [other] : [])).sort((a, b) => a - b),
      )
      expect(beside.nearDuplicates.totalCount).toBe(alike.length)
      for (const shown of [...messages, ...beside.nearDuplicates.data]) {
        expect(inReview.has(shown.documentId)).toBe(true)
        expect(shown.state).toBe('Promoted')
      }
    }
    // What waits is told as if what was set aside were not there.
    const open = await fresh((state) => state !== 'Filtered Out')
    const waiting = await read()
      .selectFrom('document as d')
      .innerJoin('document_analysis as a', 'a.document_id', 'd.document_id')
      .select(['d.document_id', 'a.thread_inclusive'])
      .where('d.state', '=', 'Processed')
      .execute()
    for (const row of waiting) expect(row.thread_inclusive).toBe(open.inclusive.get(row.document_id) ?? null)
  }

  test('tells reviewers, in whatever order documents come, are promoted, filtered and taken back, what holds among those in review alone', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
          await bring(false)
          for (const one of steps) await take(one)
          await expectOrder()
        })
        .afterEach(async () => {
          await intake.close()
          intake = await startIntake(dialect)
          const { server, project, user } = intake
          reviewer = await server.user({ role: 'Reviewer', companyId: user.companyId })
          await server.member(project, reviewer.userId, 'Reviewer')
          brought = 0
        }),
      { numRuns: runs(3), endOnFailure: true },
    )
  }, 300_000)

  it('has a message read whose answer is not in review, and again not once that is', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    await bring(false)
    await allSettled(services())
    const rows = await read()
      .selectFrom('document')
      .select(['document_id', 'message_id'])
      .where('message_id', 'like', '%bridge%')
      .orderBy('document_id')
      .execute()
    const [first = 0, second = 0, third = 0] = rows.map(({ document_id }) => document_id)
    const promote = async (ids: number[]) => {
      await call(intake.user, stages.promote, { key: randomUUID(), body: { documents: { ids } } })
      await allSettled(services())
      await services().search.settled(intake.project)
    }
    // Among all, the later ones repeat them.
    expect(await fieldOf(intake.user, first, 'Thread_Inclusive')).toEqual(['Not inclusive'])
    await promote([third, first])
    expect(await fieldOf(reviewer, first, 'Thread_Inclusive')).toEqual(['Inclusive'])
    expect(await fieldOf(intake.user, first, 'Thread_Inclusive')).toEqual(['Inclusive'])
    const apart = await related(reviewer, third)
    // What it answers is referred to in its headers: that it was collected is not told.
    expect(apart.thread.data.map(({ message }) => message?.documentId ?? null)).toEqual([null, third])
    expect(apart.thread).toMatchObject({ totalCount: 1, absent: 'notInReview' })
    const seen = await related(intake.user, third)
    expect(seen.thread).toMatchObject({ totalCount: rows.length, absent: 'notCollected' })
    expect(seen.thread.data.map(({ message }) => [message?.documentId, message?.state]).slice(0, 3)).toEqual([
      [first, 'Promoted'],
      [second, 'Processed'],
      [third, 'Promoted'],
    ])
    await promote([second])
    expect(await fieldOf(reviewer, first, 'Thread_Inclusive')).toEqual(['Not inclusive'])
    expect(
      (await related(reviewer, third)).thread.data.map(({ depth, message }) => [depth, message?.documentId]),
    ).toEqual([
      [0, first],
      [1, second],
      [2, third],
    ])
  })

  it('waits while a promotion waits or is at work, and comes by once for all of it', async () => {
    await bring(false)
    await allSettled(services())
    const analyses = async () =>
      (await read().selectFrom('job').select('job_id').where('kind', '=', 'analysis').execute()).length
    const before = await analyses()
    const ids = (await standing()).map(({ document_id }) => document_id)
    for (let at = 0; at < ids.length; at += 3)
      await call(intake.user, stages.promote, {
        key: randomUUID(),
        body: { documents: { ids: ids.slice(at, at + 3) } },
      })
    await allSettled(services())
    expect(await analyses()).toBe(before + 1)
  }, 120_000)
})
