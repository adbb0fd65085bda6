/** The job that finds threads, near-duplicates, languages and personal data: what it writes, and how it goes on. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { relatedDocuments, startAnalysis } from '#contracts/analysis.ts'
import { createAssignment } from '#contracts/assignments.ts'
import { defaultPageSize, getMetadata, searchDocuments } from '#contracts/documents.ts'
import { pauseJob, resumeJob } from '#contracts/jobs.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import type { Writer } from '#server/platform/records/records.ts'
import { inclusiveOf } from '#server/review/analysis/inclusive.ts'
import { type AnalysisServices, analysisKind } from '#server/review/analysis/job.ts'
import { languagesOf } from '#server/review/analysis/language.ts'
import { NearDuplicates } from '#server/review/analysis/near-duplicates.ts'
import { personalDataIn } from '#server/review/analysis/personal-data.ts'
import { queueAnalysis } from '#server/review/analysis/queue.ts'
import { documentsAfter, type RecordedDocument } from '#server/review/analysis/record-pages.ts'
import { Conversations } from '#server/review/analysis/threads.ts'
import { manyMessages, mbox, message } from '#tests/fixtures/mail.ts'
import { letters, type RelatedName, relatedMail } from '#tests/fixtures/related-mail.ts'
import { inDeepRun } from '#tests/runs.ts'
import { allSettled } from './all-settled.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

const mortal = new URL('./children/analysis-mortal.ts', import.meta.url)
const worker = new URL('../../server/review/analysis/worker.ts', import.meta.url)

describe.each(costlyDialects)('the analysis on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake(dialect)
  })
  afterEach(() => intake.close())

  const services = () => intake.server.services
  const read = () => services().records.read

  /** Brings mail in and waits until all that follows from it is done. */
  async function bring(name: string, messages: readonly Buffer[]): Promise<void> {
    const path = intake.write(name, mbox(messages))
    const { jobId } = await importPath(services(), {
      path,
      projectId: intake.project,
      custodian: name,
      userId: intake.user.userId,
    })
    await settledJob(services(), jobId)
    await allSettled(services())
    await services().search.settled(intake.project)
  }

  const jobs = () =>
    read().selectFrom('job').selectAll().where('kind', '=', 'analysis').orderBy('job_id').execute()

  /** All that it found, without what differs from project to project. */
  const found = async () => {
    const rows = await read()
      .selectFrom('document_analysis as a')
      .innerJoin('document as d', 'd.document_id', 'a.document_id')
      .leftJoin('document as t', 't.document_id', 'a.thread_id')
      .leftJoin('document as p', 'p.document_id', 'a.thread_parent')
      .leftJoin('document as g', 'g.document_id', 'a.near_dup_group')
      .selectAll('a')
      .select(['d.sha256', 't.sha256 as thread', 'p.sha256 as parent', 'g.sha256 as group'])
      .orderBy('d.document_id')
      .execute()
    return rows.map(
      ({ document_id: _, project_id: _p, thread_id: _t, thread_parent: _r, near_dup_group: _g, ...rest }) => {
        // All of it is in review: both sides are the same.
        expect(rest).toMatchObject({
          review_thread_id: _t,
          review_thread_parent: _r,
          review_near_dup_group: _g,
        })
        const { review_thread_id: _i, review_thread_parent: _n, review_near_dup_group: _u, ...same } = rest
        return same
      },
    )
  }

  const ids = async (): Promise<Readonly<Record<RelatedName, number>>> => {
    const rows = await read()
      .selectFrom('document')
      .select(['document_id', 'message_id'])
      .where('parent_id', 'is', null)
      .execute()
    const byMessage = new Map(rows.map((row) => [row.message_id.replace(/[<>]/g, ''), row.document_id]))
    const idOf = (name: RelatedName): number => {
      const own = /Message-ID: <([^>]+)>/.exec(relatedMail[name].toString('latin1'))?.[1] ?? ''
      return byMessage.get(own) ?? 0
    }
    return Object.fromEntries(
      Object.keys(relatedMail).map((name) => [name, idOf(name as RelatedName)]),
    ) as Record<RelatedName, number>
  }

  const related = async (documentId: number) =>
    (
      await intake.server.call(intake.user, relatedDocuments, {
        project: intake.project,
        query: { documentId },
      })
    ).data

  async function search(queryString: string): Promise<number[]> {
    const { data } = await intake.server.call(intake.user, searchDocuments, {
      project: intake.project,
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        pageSize: defaultPageSize,
        page: 1,
      },
    })
    return data.data.map(({ documentId }) => documentId)
  }

  it('[filter-thread-inclusive] [filter-pii-likely] [filter-pii-potential] follows an import by itself, and its findings are fields to search by', async () => {
    await bring('ann', Object.values(relatedMail))
    expect((await jobs()).map(({ state }) => state)).toEqual(['Completed'])
    const id = await ids()
    // The opening carries a table that no answer does.
    expect(await search('Thread_Inclusive:Inclusive')).toEqual(
      [id.opening, id.closing, id.orphan, id.priceList, id.otherPriceList, id.german, id.card].sort(
        (a, b) => a - b,
      ),
    )
    expect(await search('Thread_Inclusive:"Not inclusive"')).toEqual([id.answer])
    const [table = 0] = await search('File_Extension:csv')
    expect(await search(`Thread_Id:${id.opening}`)).toEqual(
      [id.opening, table, id.answer, id.closing].sort((a, b) => a - b),
    )
    expect(await search('Thread_Count = 4')).toEqual(await search(`Thread_Id:${id.opening}`))
    expect(await search('Near_Dup_Count = 2')).toEqual([id.priceList, id.otherPriceList])
    expect(await search('Near_Dup_Count Is Null AND Thread_Count Is Null')).toEqual([])
    expect(await search('Near_Dup_Principal:Yes')).toEqual([id.priceList])
    expect(await search(`Near_Dup_Group:${id.priceList}`)).toEqual([id.priceList, id.otherPriceList])
    expect(await search('Near_Dup_Similarity < 100 AND Near_Dup_Similarity >= 90')).toEqual([
      id.otherPriceList,
    ])
    expect(await search('Language:German')).toEqual([id.german])
    expect(await search('PII_Likely:"Payment card"')).toEqual([id.card])
    expect(await search('PII_Potential:"US social security number"')).toEqual([id.card])
    const { data } = (
      await intake.server.call(intake.user, getMetadata, {
        project: intake.project,
        query: { documentId: id.german },
      })
    ).data
    const said = (name: string) => data.find((one) => one.name === name)?.values
    expect(said('Language')).toEqual(['German 100 %'])
    expect(said('Main_Language')).toEqual(['German'])
    const [sure] = said('Language_Confidence') ?? []
    expect(Number(sure)).toBeGreaterThan(20)
    expect(await search(`Main_Language:German AND Language_Confidence = ${sure}`)).toEqual([id.german])
    expect(await search(`Main_Language:German AND Language_Confidence > ${sure}`)).toEqual([])
  }, 60_000)

  it('shows the shares of the languages of a document, of those too that were found before their certainty was kept', async () => {
    const { server, user, project } = intake
    const quoted =
      'Wir haben uns den Vertrag noch einmal angesehen und halten den Preis für das zweite Quartal für zu hoch. Bitte sagen Sie uns bis Freitag, ob Sie weitermachen wollen.'
    const own =
      'We have looked at the contract again and think that the price for the second quarter is too high. Please tell us by Friday whether you want to go on. We also ask you to send all of the figures for the pipeline and the storage, and a draft of the letter to the regulator.'
    await bring('ann', [message({ id: 'both', text: `${own}\n\n> ${quoted}` })])
    const [documentId = 0] = await search('Language:German AND Main_Language:English')
    const shown = async () => {
      const query = { documentId }
      const { data } = (await server.call(user, getMetadata, { project, query })).data
      return data.find(({ name }) => name === 'Language')?.values
    }
    const { languages } = await read()
      .selectFrom('document_analysis')
      .select('languages')
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    const [english, german] = JSON.parse(languages)
    expect(english.share + german.share).toBe(100)
    expect(await shown()).toEqual([`English ${english.share} %`, `German ${german.share} %`])
    const before = [
      { code: 'en', share: 82 },
      { code: 'de', share: 18 },
    ]
    await server.services.records.write('interactive', (trx) =>
      trx
        .updateTable('document_analysis')
        .set({ languages: JSON.stringify(before) })
        .where('document_id', '=', documentId)
        .execute(),
    )
    expect(await shown()).toEqual(['English 82 %', 'German 18 %'])
  }, 60_000)

  it('tells what stands beside a document: family, thread in its order, near-duplicates, suppressed copies', async () => {
    await bring('ann', Object.values(relatedMail))
    await bring('bob', [relatedMail.opening, relatedMail.german])
    const id = await ids()
    const opening = await related(id.opening)
    expect(opening.analysed).toBe(true)
    expect(opening.family.map(({ title, depth }) => [title, depth])).toEqual([
      ['Gas contract', 0],
      ['volumes.csv', 1],
    ])
    expect(opening.copies).toMatchObject({ data: [{ custodian: 'bob' }], totalCount: 1 })
    const table = opening.family[1]?.documentId ?? 0
    for (const beside of [opening, await related(table)]) {
      expect(beside.thread.totalCount).toBe(3)
      expect(
        beside.thread.data.map(({ depth, message }) => [depth, message?.documentId, message?.inclusive]),
      ).toEqual([
        [0, id.opening, 'inclusive'],
        [1, id.answer, 'repeated'],
        [2, id.closing, 'inclusive'],
      ])
    }
    const orphan = await related(id.orphan)
    expect(orphan.thread.data.map(({ depth, message }) => [depth, message?.title ?? null])).toEqual([
      [0, null],
      [1, 'Re: Office rent'],
    ])
    const { nearDuplicates } = await related(id.otherPriceList)
    expect(nearDuplicates.data.map(({ documentId, principal }) => [documentId, principal])).toEqual([
      [id.priceList, true],
      [id.otherPriceList, false],
    ])
    expect((await related(id.german)).nearDuplicates).toEqual({ data: [], totalCount: 0 })
  }, 60_000)

  it('does not tell of documents of other projects', async () => {
    await bring('ann', [relatedMail.opening])
    const { opening } = await ids()
    const elsewhere = await intake.server.project(await intake.server.company())
    const stranger = await intake.server.user({ role: 'SystemAdmin' })
    const ask = (project: number) =>
      intake.server.call(stranger, relatedDocuments, { project, query: { documentId: opening } })
    expect((await ask(intake.project)).status).toBe(200)
    expect((await ask(elsewhere)).status).toBe(404)
  }, 60_000)

  it('finds what the same rules find when they are asked directly', async () => {
    await bring('ann', [...Object.values(relatedMail), ...manyMessages(120), ...letters(60)])
    const all: RecordedDocument[] = []
    for (let after = 0, page = await documentsAfter(read(), intake.project, 0); page.length > 0; ) {
      all.push(...page)
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
    const threads = new Map((await conversations.linked()).map((one) => [one.id, one]))
    const inclusive = await inclusiveOf(
      [...threads.values()].map(({ id, parent }) => ({
        id,
        parent,
        copyOf: null,
        attachments: all
          .filter(({ document }) => document.familyId === id && document.id !== id)
          .map(({ document }) => document.sha256),
      })),
      textOf,
    )
    const groups = new Map((await alike.groups(textOf)).map((one) => [one.id, one]))
    const rows = await read().selectFrom('document_analysis').selectAll().orderBy('document_id').execute()
    expect(rows).toHaveLength(all.length)
    expect(new Set([...groups.values()].map(({ principal }) => principal)).size).toBeGreaterThan(5)
    for (const row of rows) {
      const own = { ...threads.get(row.document_id) }
      const family = all.find(({ document }) => document.id === row.document_id)?.document.familyId ?? 0
      const sizeOf = (column: 'thread_id' | 'near_dup_group') =>
        row[column] === null ? null : rows.filter((other) => other[column] === row[column]).length
      expect(row).toMatchObject({
        thread_count: sizeOf('thread_id'),
        near_dup_count: sizeOf('near_dup_group'),
        thread_id: own.thread ?? threads.get(family)?.thread ?? null,
        thread_parent: own.parent ?? null,
        thread_inclusive: inclusive.get(row.document_id) ?? null,
        near_dup_group: groups.get(row.document_id)?.principal ?? null,
        near_dup_similarity: groups.get(row.document_id)?.similarity ?? null,
        languages: JSON.stringify(languagesOf(texts.get(row.document_id) ?? '')),
      })
      const { likely, potential } = personalDataIn(texts.get(row.document_id) ?? '').counts
      expect(JSON.parse(row.pii_likely)).toEqual(Object.fromEntries(likely))
      expect(JSON.parse(row.pii_potential)).toEqual(Object.fromEntries(potential))
    }
  }, 60_000)

  it('comes to the same in whatever order the mail came in, and whether in one job or in several', {
    ...inDeepRun,
    timeout: 90_000,
  }, async () => {
    const mail = [...Object.values(relatedMail), ...manyMessages(40)]
    const byContent = async () => new Map((await found()).map((row) => [row.sha256, row]))
    await bring('at once', mail)
    const atOnce = await byContent()
    await intake.close()
    intake = await startIntake(dialect)
    await bring('first', mail.slice(0, 3))
    await bring('second', mail.slice(3))
    expect(await byContent()).toEqual(atOnce)
  })

  it('keeps the threads of an assignment together as far as a batch holds them', async () => {
    await bring('ann', [relatedMail.opening, relatedMail.orphan, relatedMail.answer, relatedMail.closing])
    const { server, user, project } = intake
    const documents = (
      await read().selectFrom('document').select('document_id').orderBy('document_id').execute()
    ).map(({ document_id }) => document_id)
    const split = async (isGroupEmailThreading: boolean) => {
      const { assignmentId } = (
        await server.call(user, createAssignment, {
          project,
          key: randomUUID(),
          body: {
            assignmentName: `Threads ${isGroupEmailThreading}`,
            documents: { ids: documents },
            searchCriteria: null,
            isIncludeFamilies: false,
            batchSize: 4,
            groupBy: 'none',
            isGroupEmailThreading,
            codingFormId: null,
            codingFormReviewedFieldId: null,
            assignedUserList: [],
            correlationId: 'gesture-0001',
          },
        })
      ).data
      await allSettled(services())
      const rows = await read()
        .selectFrom('batch_document as d')
        .innerJoin('batch as b', 'b.batch_id', 'd.batch_id')
        .select(['b.number', 'd.document_id'])
        .where('b.assignment_id', '=', assignmentId)
        .orderBy('b.number')
        .orderBy('d.position')
        .execute()
      return [...Map.groupBy(rows, ({ number }) => number).values()].map((batch) =>
        batch.map(({ document_id }) => document_id),
      )
    }
    const { orphan } = await ids()
    // Sent between the answers.
    const at = new Date(Date.UTC(2024, 2, 5, 15, 30)).toISOString()
    await services().records.write('bulk', async (trx) => {
      await trx.updateTable('document').set({ sort_key: at }).where('document_id', '=', orphan).execute()
    })
    expect((await split(false)).map((batch) => batch.includes(orphan))).toEqual([true, false])
    expect((await split(true)).map((batch) => batch.includes(orphan))).toEqual([false, true])
  }, 60_000)

  /** A run of the job out of the queue's sight; `hold` may end it before any transaction. */
  async function runHere(
    hold: () => void = () => {},
    more: { readonly children?: ChildPool; readonly retry?: boolean; readonly jobId?: number } = {},
  ): Promise<number> {
    const jobId = more.jobId ?? (await paused())
    const { cursor } = await read()
      .selectFrom('job')
      .select('cursor')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    const own: AnalysisServices = {
      ...services(),
      ...(more.children === undefined ? {} : { children: more.children }),
    }
    await analysisKind(own).run({
      jobId,
      projectId: intake.project,
      input: null,
      cursor: JSON.parse(cursor),
      retry: more.retry ?? false,
      retryOnly: null,
      signal: new AbortController().signal,
      beat: async () => {},
      hold: async () => hold(),
    })
    return jobId
  }

  const paused = () =>
    services().records.write('interactive', async (trx) => {
      const jobId = await asked(trx)
      await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', jobId).execute()
      return jobId
    })

  const asked = (trx: Writer) =>
    queueAnalysis(trx, services().jobs, {
      projectId: intake.project,
      createdBy: intake.user.userId,
      told: { at: new Date(), user: null },
    })

  it('killed before any of its transactions, has written what is whole, and ends with the same', {
    ...inDeepRun,
    timeout: 120_000,
  }, async () => {
    await bring('ann', [...Object.values(relatedMail), ...manyMessages(600)])
    const whole = await found()
    const clear = () =>
      services().records.write('bulk', async (trx) => {
        await trx.deleteFrom('document_analysis').execute()
      })
    await clear()
    let transactions = 0
    await runHere(() => void transactions++)
    expect(await found()).toEqual(whole)
    // Documents are written 200 at a time: each stage in several transactions.
    expect(transactions).toBeGreaterThan(10)
    const killed = new Error('killed')
    await clear()
    const jobId = await paused()
    for (let at = 1; at <= transactions; at += 3) {
      let left = at
      const run = runHere(
        () => {
          if (--left === 0) throw killed
        },
        { jobId },
      )
      // A run that goes on has less to do than the first: the later ones may come to their end.
      await run.catch((error: unknown) => expect(error).toBe(killed))
    }
    await runHere(() => {}, { jobId })
    expect(await found()).toEqual(whole)
    expect((await verifyChain(read(), `project:${intake.project}`)).firstBroken).toBeNull()
  })

  it('writes nothing where nothing is new, and what is new alone where something is', async () => {
    await bring('ann', Object.values(relatedMail))
    const queued = () =>
      read().selectFrom('index_queue').select('document_id').where('what', '=', 'facts').execute()
    await runHere()
    expect(await queued()).toEqual([])
    const { german } = await ids()
    await services().records.write('bulk', async (trx) => {
      const text = 'Now it says in English what the contract is about, and nothing else that would matter.'
      await trx.updateTable('document_text').set({ text }).where('document_id', '=', german).execute()
    })
    await runHere()
    const row = await read()
      .selectFrom('document_analysis')
      .select('languages')
      .where('document_id', '=', german)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.languages)).toEqual([{ code: 'en', share: 100, confidence: 100 }])
    expect((await found()).filter(({ languages }) => languages.includes('"de"'))).toEqual([])
  }, 60_000)

  it('is paused while it works and goes on', { ...inDeepRun, timeout: 60_000 }, async () => {
    await bring('ann', manyMessages(1200))
    await services().records.write('bulk', async (trx) => {
      await trx.deleteFrom('document_analysis').execute()
    })
    const before = await found()
    const { jobId } = (
      await intake.server.call(intake.user, startAnalysis, { project: intake.project, body: {} })
    ).data
    const state = async () =>
      await read().selectFrom('job').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow()
    await expect
      .poll(async () => (await state()).items_done, { timeout: 20_000, interval: 10 })
      .toBeGreaterThan(0)
    await intake.server.call(intake.user, pauseJob, { project: intake.project, body: { jobId } })
    await expect.poll(async () => (await state()).lease_owner, { timeout: 10_000 }).toBeNull()
    const stood = await state()
    expect(stood.state).toBe('Paused')
    expect(stood.items_done).toBeLessThan(stood.items_total)
    await intake.server.call(intake.user, resumeJob, { project: intake.project, body: { jobId } })
    expect(await settledJob(services(), jobId)).toMatchObject({ state: 'Completed' })
    const after = await state()
    expect(after.items_done).toBe(after.items_total)
    const documents = await read().selectFrom('document').select('document_id').execute()
    expect(await found()).toHaveLength(documents.length)
    expect(before).toEqual([])
  })

  it('waits once however often it is asked for, and never runs twice at a time in a project', async () => {
    await bring('ann', manyMessages(300))
    const start = async () =>
      (await intake.server.call(intake.user, startAnalysis, { project: intake.project, body: {} })).data.jobId
    const { first, second } = await services().records.write('interactive', async (trx) => ({
      first: await asked(trx),
      second: await asked(trx),
    }))
    expect(second).toBe(first)
    services().jobs.wake()
    const running = async () => (await jobs()).filter(({ lease_owner }) => lease_owner !== null).length
    const seen: number[] = []
    const more = new Set([await start(), await start(), await start()])
    while ((await jobs()).some(({ state }) => state === 'Queued' || state === 'Running')) {
      seen.push(await running())
      await new Promise((done) => setTimeout(done, 5))
    }
    expect(Math.max(...seen)).toBe(1)
    // One that is being worked on may have another behind it, and none more.
    expect(more.size).toBeLessThanOrEqual(2)
    expect((await jobs()).every(({ state }) => state === 'Completed')).toBe(true)
  }, 60_000)

  it('leaves out a text that ends its process, says so, and reads all others; tried again, that one alone is read', {
    ...inDeepRun,
    timeout: 60_000,
  }, async () => {
    await bring('ann', [
      ...Object.values(relatedMail),
      ...[1, 2].map((n) =>
        Buffer.from(
          relatedMail.card
            .toString('latin1')
            .replace('card-1', `deadly-${n}`)
            .replace('the hotel', `the deadly hotel ${n}`),
        ),
      ),
    ])
    await services().records.write('bulk', async (trx) => {
      await trx.deleteFrom('document_analysis').execute()
    })
    const real = services().children
    const children: ChildPool = {
      run: (module, task, options) => real.run(module.href === worker.href ? mortal : module, task, options),
      alive: 0,
      stop: async () => {},
    }
    const jobId = await runHere(() => {}, { children })
    const left = () =>
      read()
        .selectFrom('exception')
        .select(['document_id', 'code', 'stage'])
        .where('job_id', '=', jobId)
        .execute()
    const cards = await read()
      .selectFrom('document_analysis as a')
      .innerJoin('document as d', 'd.document_id', 'a.document_id')
      .select(['a.pii_likely', 'd.title'])
      .where('d.title', '=', 'Hotel')
      .orderBy('d.document_id')
      .execute()
    expect((await left()).map(({ code, stage }) => [code, stage])).toEqual([
      ['corrupt', 'text'],
      ['corrupt', 'text'],
    ])
    expect(cards.map(({ pii_likely }) => pii_likely)).toEqual(['{"Payment card":1}', '{}', '{}'])
    await services().records.write('interactive', (trx) =>
      trx.updateTable('job').set({ retry: 1 }).where('job_id', '=', jobId).execute(),
    )
    await runHere(() => {}, { jobId, retry: true })
    // One that is cut from here on goes on where it was: all that it was to begin anew is begun.
    const { retry, cursor } = await read()
      .selectFrom('job')
      .select(['retry', 'cursor'])
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    expect([retry, JSON.parse(cursor)?.stage]).toEqual([0, 'nearDuplicates'])
    expect(await left()).toEqual([])
    expect((await found()).filter(({ pii_likely }) => pii_likely === '{"Payment card":1}')).toHaveLength(3)
  })
})
