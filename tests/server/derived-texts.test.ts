/** Summaries, translations and transcripts from the asking to the search, with an endpoint of the protocol and without one. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import {
  checkSummaries,
  checkTranscription,
  checkTranslation,
  getSummaries,
  startSummaries,
  startTranscription,
  startTranslation,
  summariseNow,
} from '#contracts/derived-texts.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { replaceFile } from '#contracts/files.ts'
import { cancelJob, getJob, listJobs, pauseJob, resumeJob, retryJob, settledStates } from '#contracts/jobs.ts'
import { putSettings } from '#contracts/settings.ts'
import { getText, getTextList } from '#contracts/texts.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { type AiServer, apiKey, said, startAiServer } from '#tests/fixtures/ai-server.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

const lease =
  'The wharf lease was signed in Rotterdam by Jonathan Albright. The dredging tender of the harbour closes on Friday. ' +
  'The tender is void unless the lease was signed before it. Tea is served at four.'

/** A recording of so many bytes of silence. */
const wave = (length: number): Buffer =>
  Buffer.concat([
    Buffer.from(
      'RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x44\xac\x00\x00\x88\x58\x01\x00\x02\x00\x10\x00data\x00\x00\x00\x00',
      'latin1',
    ),
    Buffer.alloc(length),
  ])

describe.each(costlyDialects)('texts made of documents on %s', (dialect) => {
  let intake: Intake
  let ai: AiServer | null = null
  let keys = 0
  const begin = async (withEndpoint: boolean, allowed = withEndpoint) => {
    ai = withEndpoint ? await startAiServer(({ text }) => said(`Sunto: ${text.length}`)) : null
    intake = await startIntake(dialect, ai?.env)
    if (allowed)
      await intake.server.call(intake.user, putSettings, { ...as(), body: { aiSendingAllowed: true } })
  }
  afterEach(async () => {
    await intake.close()
    await ai?.close()
  })

  const endpoint = () => {
    if (ai === null) throw new Error('There is no endpoint.')
    return ai
  }
  const bring = async (name: string, bytes: Buffer | string) => {
    const { services } = intake.server
    const { jobId } = await importPath(services, {
      path: intake.write(name, Buffer.from(bytes)),
      projectId: intake.project,
      custodian: 'Rivera',
      userId: intake.user.userId,
    })
    await settledJob(services, jobId)
    const { read } = services.records
    const { id } = await read
      .selectFrom('document')
      .select((eb) => eb.fn.max('document_id').as('id'))
      .executeTakeFirstOrThrow()
    return Number(id)
  }
  const as = () => ({ project: intake.project, key: `derive-command-${++keys}` })
  const jobOf = async (jobId: number) =>
    (await intake.server.call(intake.user, getJob, { ...as(), query: { jobId } })).data
  const settled = async (jobId: number) => {
    await expect
      .poll(async () => settledStates.includes((await jobOf(jobId)).state), { timeout: 30_000, interval: 30 })
      .toBe(true)
    return jobOf(jobId)
  }
  const sendTo = (model = 'scribe-1') => ({ host: new URL(endpoint().url).host, model })
  const common = (ids: number[], again = false) => ({
    documents: { ids },
    again,
    correlationId: 'gesture-0001',
  })
  const summarise = (ids: number[], to: ReturnType<typeof sendTo> | null, again = false) =>
    intake.server.call(intake.user, startSummaries, {
      ...as(),
      body: { ...common(ids, again), sendTo: to },
    })
  const translate = (ids: number[], again = false) =>
    intake.server.call(intake.user, startTranslation, {
      ...as(),
      body: { ...common(ids, again), to: 'it', sendTo: sendTo() },
    })
  const transcribe = (ids: number[]) =>
    intake.server.call(intake.user, startTranscription, {
      ...as(),
      body: { ...common(ids), language: null, sendTo: sendTo('hear-1') },
    })
  const summaries = async (documentId: number) =>
    (await intake.server.call(intake.user, getSummaries, { ...as(), query: { documentId } })).data.data
  const texts = async (documentId: number) =>
    (await intake.server.call(intake.user, getTextList, { ...as(), query: { documentId } })).data.data
  const find = async (queryString: string) => {
    await intake.server.services.search.settled(intake.project)
    const { data } = await intake.server.call(intake.user, searchDocuments, {
      ...as(),
      body: {
        query: { queryString, includeFamily: false, objectId: null, type: null },
        sort: 'documentId',
        viewer: 'parentsAndChildren',
        filter: 'all',
        page: 1,
        pageSize: 25,
      },
    })
    return data.data.map(({ documentId }) => documentId)
  }
  const trail = async () => {
    const { read } = intake.server.services.records
    const rows = await read.selectFrom('audit').select(['action', 'text']).orderBy('seq').execute()
    return rows.filter(({ action }) =>
      /^(summar|transl|transcr)|document\.(summar|transl|transcr)/.test(action),
    )
  }
  const jobs = async () => (await intake.server.call(intake.user, listJobs, as())).data.totalCount

  describe('without an endpoint', () => {
    beforeEach(() => begin(false))

    it('[jobs-type-summarisation] [rest-job-summarize] [rest-get-viewer-summarytext-info] documents are summarised by their own sentences, and it says so', async () => {
      const id = await bring('lease.txt', lease)
      const { jobId } = (await summarise([id], null)).data
      expect(await settled(jobId)).toMatchObject({ kind: 'summarize', state: 'Completed', itemsDone: 1 })
      const [summary] = await summaries(id)
      expect(summary).toMatchObject({
        label: 'Extractive',
        origin: 'extractive',
        engine: 'Extractive 1',
        current: true,
        source: { origin: 'extracted', language: null },
      })
      const own = (
        await intake.server.call(intake.user, getText, {
          ...as(),
          query: { documentId: id, origin: 'extracted' },
        })
      ).data.text
      expect(summary?.sentences.map(([at, length]) => own.slice(at, at + length))).toEqual(
        summary?.text.split('\n'),
      )
      expect(summary?.text).toContain('lease')
      expect((await texts(id)).map(({ origin }) => origin)).toEqual(['extracted', 'extractive'])
      // A second time there is nothing to do.
      expect((await summarise([id], null)).error.message).toMatch(/have such a text already/)
      const acts = await trail()
      expect(acts.map(({ action }) => action)).toEqual(['summaries.requested', 'document.summarised'])
      expect(acts.some(({ text }) => text.includes('wharf'))).toBe(false)
    }, 60_000)

    it('[rest-job-translate-validate] [jobs-type-translation] translation and transcription say what to configure, and begin nothing', async () => {
      const id = await bring('lease.txt', lease)
      const before = await jobs()
      const nowhere = { host: 'ai.example', model: 'scribe-1' }
      const refused = [
        await intake.server.call(intake.user, startTranslation, {
          ...as(),
          body: { ...common([id]), to: 'it', sendTo: nowhere },
        }),
        await intake.server.call(intake.user, startTranscription, {
          ...as(),
          body: { ...common([id]), language: null, sendTo: nowhere },
        }),
        await summarise([id], nowhere),
      ]
      for (const { status, error } of refused) {
        expect(status).toBe(409)
        expect(error.message).toMatch(
          /needs an OpenAI-compatible endpoint.*AI_BASE_URL, AI_API_KEY and AI_MODEL/,
        )
      }
      const documents = { documents: { ids: [id] }, again: false }
      const { data } = await intake.server.call(intake.user, checkTranslation, {
        ...as(),
        body: { ...documents, to: 'it' },
      })
      expect(data).toMatchObject({ destination: null, documents: 1 })
      expect(data.refusal).toBe(refused[0]?.error.message)
      expect(await jobs()).toBe(before)
      expect(await trail()).toEqual([])
    }, 60_000)

    it('[rest-put-textsummarizationsync] one document is summarised while somebody waits', async () => {
      const id = await bring('lease.txt', lease)
      const { data } = await intake.server.call(intake.user, summariseNow, {
        ...as(),
        body: { documentId: id, sendTo: null, correlationId: 'gesture-0001' },
      })
      expect(data).toMatchObject({ state: 'Completed', summary: { label: 'Extractive' } })
      expect(data.summary).toEqual((await summaries(id))[0])
    }, 60_000)
  })

  it('nothing is sent where the project does not allow it, or to another place than was agreed to', async () => {
    await begin(true, false)
    const id = await bring('lease.txt', lease)
    const refused = await translate([id])
    expect([refused.status, refused.error.code]).toEqual([403, 'permission.denied'])
    const reviewer = await intake.server.user({ role: 'Reviewer', companyId: intake.user.companyId })
    await intake.server.member(intake.project, reviewer.userId, 'SeniorReviewer')
    const denied = await intake.server.call(reviewer, startSummaries, {
      ...as(),
      body: { ...common([id]), sendTo: null },
    })
    expect(denied.status).toBe(403)
    await intake.server.call(intake.user, putSettings, { ...as(), body: { aiSendingAllowed: true } })
    expect((await summarise([id], sendTo('another'))).status).toBe(409)
    expect((await summarise([id], { ...sendTo(), host: 'elsewhere.example' })).status).toBe(409)
    expect(endpoint().asked).toEqual([])
    expect(await trail()).toEqual([])
  }, 60_000)

  describe('with an endpoint', () => {
    beforeEach(() => begin(true))

    it('[jobs-type-translation] a translation stands beside the text with what made it, and is found by its words', async () => {
      const id = await bring('lease.txt', lease)
      const { data: checked } = await intake.server.call(intake.user, checkTranslation, {
        ...as(),
        body: { documents: { ids: [id] }, again: false, to: 'it' },
      })
      expect(checked).toEqual({
        destination: sendTo(),
        allowed: true,
        refusal: null,
        documents: 1,
        underWay: 0,
        done: 0,
        without: 0,
        billing: { translate: lease.length, transcribe: 0, summarize: 1 },
      })
      endpoint().answer = () => said('Il contratto del molo fu firmato a Rotterdam.')
      const { jobId } = (await translate([id])).data
      expect(await settled(jobId)).toMatchObject({ kind: 'translate', state: 'Completed' })
      expect(endpoint().asked.map(({ text }) => text)).toEqual([lease])
      expect(endpoint().asked[0]?.instruction).toContain('Italian')
      expect(await texts(id)).toMatchObject([
        { origin: 'extracted' },
        {
          origin: 'translated',
          language: 'it',
          engine: 'scribe-1',
          at: expect.any(String),
          source: { origin: 'extracted' },
        },
      ])
      // The words of a translation are nobody's of the matter.
      expect(await find('contratto')).toEqual([])
      expect(await find('wharf')).toEqual([id])
      const acts = await trail()
      expect(acts.map(({ action }) => action)).toEqual(['translation.requested', 'document.translated'])
      const facts = acts.map(({ text }) => JSON.parse(text).facts)
      expect(facts[0]).toMatchObject({
        documents: 1,
        characters: lease.length,
        endpoint: sendTo().host,
        model: 'scribe-1',
      })
      expect(facts[1]).toMatchObject({ sent: lease.length, endpoint: sendTo().host, model: 'scribe-1' })
      expect(JSON.stringify(acts)).not.toMatch(/wharf|contratto|sk-never/)
      const { read } = intake.server.services.records
      expect((await verifyChain(read, `project:${intake.project}`)).firstBroken).toBeNull()
    }, 60_000)

    it('[rest-put-textsummarizationcheck] a model’s summary is labelled by it, stands beside the extractive one, and is not searched', async () => {
      const id = await bring('lease.txt', lease)
      const empty = await bring('empty.bin', Buffer.from([0, 1, 2, 3]))
      const { data: checked } = await intake.server.call(intake.user, checkSummaries, {
        ...as(),
        body: { documents: { ids: [id, empty] }, again: false, by: 'model' },
      })
      expect(checked).toMatchObject({ documents: 1, without: 1, refusal: null, billing: { summarize: 1 } })
      endpoint().answer = () => said('An unmistakable quintessence.')
      await settled((await summarise([id], sendTo())).data.jobId)
      await settled((await summarise([id], null)).data.jobId)
      expect((await summaries(id)).map(({ label, text }) => [label, text.split('\n')[0]])).toEqual([
        ['By scribe-1', 'An unmistakable quintessence.'],
        ['Extractive', expect.stringContaining('lease')],
      ])
      expect(await find('quintessence')).toEqual([])
      // A new one takes the place of the one before, and of nothing else.
      endpoint().answer = () => said('Another.')
      await settled((await summarise([id], sendTo(), true)).data.jobId)
      expect((await summaries(id)).map(({ text }) => text)).toEqual(['Another.', expect.any(String)])
    }, 60_000)

    it('a long text goes piece by piece, each once, though the job is paused between', async () => {
      const paragraphs = Array.from(
        { length: 5 },
        (_, n) => `Paragraph ${n}. ${'The lease of the wharf. '.repeat(400)}`,
      )
      const id = await bring('long.txt', paragraphs.join('\n\n'))
      const held = Promise.withResolvers<void>()
      endpoint().answer = async ({ text }, before) => {
        if (before === 2) {
          held.resolve()
          return null
        }
        return said(`[${text.slice(0, 11)}]`)
      }
      const { jobId } = (await translate([id])).data
      await held.promise
      await intake.server.call(intake.user, pauseJob, { ...as(), body: { jobId } })
      await endpoint().asked[2]?.dropped
      await expect.poll(async () => (await jobOf(jobId)).state).toBe('Paused')
      endpoint().answer = ({ text }) => said(`[${text.slice(0, 11)}]`)
      await expect
        .poll(
          async () => (await intake.server.call(intake.user, resumeJob, { ...as(), body: { jobId } })).status,
        )
        .toBe(200)
      expect(await settled(jobId)).toMatchObject({ state: 'Completed', itemsDone: 1, itemsTotal: 1 })
      // The one that was not answered goes again, the others do not.
      const heads = endpoint().asked.map(({ text }) => text.slice(0, 11))
      const named = [0, 1, 2, 3, 4].map((n) => `Paragraph ${n}`)
      expect(heads).toEqual([named[0], named[1], named[2], named[2], named[3], named[4]])
      const { data } = await intake.server.call(intake.user, getText, {
        ...as(),
        query: { documentId: id, origin: 'translated', language: 'it' },
      })
      expect(data.text).toBe(named.map((name) => `[${name}]`).join('\n\n'))
      const { read } = intake.server.services.records
      expect(await read.selectFrom('derived_part').selectAll().execute()).toEqual([])
    }, 60_000)

    it('says of each document that it goes to the endpoint before it goes, also where the job ends on the way', async () => {
      const id = await bring('lease.txt', lease)
      const held = Promise.withResolvers<void>()
      const rows = async () => {
        const { read } = intake.server.services.records
        const all = await read.selectFrom('audit').select(['action', 'document_id', 'text']).execute()
        return all.filter(({ action }) => action === 'document.sentToEndpoint')
      }
      let before = 0
      endpoint().answer = async () => {
        before = (await rows()).length
        held.resolve()
        return null
      }
      const { jobId } = (await translate([id])).data
      await held.promise
      expect(before).toBe(1)
      await intake.server.call(intake.user, cancelJob, { ...as(), body: { jobId } })
      await settled(jobId)
      const [row, ...more] = await rows()
      expect([row?.document_id, more]).toEqual([id, []])
      expect(JSON.parse(row?.text ?? '{}')).toMatchObject({
        jobId,
        facts: { origin: 'translated', endpoint: sendTo().host, model: 'scribe-1' },
      })
      // What is made without an endpoint goes nowhere.
      await settled((await summarise([id], null)).data.jobId)
      expect(await rows()).toHaveLength(1)
    }, 60_000)

    it('what a job is about already is not sent a second time, also where two ask at once', async () => {
      const [one, other] = [
        await bring('one.txt', 'The first lease.'),
        await bring('other.txt', 'The second lease.'),
      ]
      const held = Promise.withResolvers<void>()
      endpoint().answer = async () => {
        held.resolve()
        return null
      }
      const answers = await Promise.all([translate([one]), translate([one])])
      const begun = answers.filter(({ status }) => status === 200)
      expect(begun).toHaveLength(1)
      const jobId = begun[0]?.data.jobId ?? 0
      await held.promise
      await intake.server.call(intake.user, pauseJob, { ...as(), body: { jobId } })
      await expect.poll(async () => (await jobOf(jobId)).state).toBe('Paused')
      for (const again of [false, true])
        expect((await translate([one], again)).error.message).toMatch(
          /A job that is not over makes such texts/,
        )
      const { data } = await intake.server.call(intake.user, checkTranslation, {
        ...as(),
        body: { documents: { ids: [one, other] }, again: true, to: 'it' },
      })
      expect(data).toMatchObject({ documents: 1, underWay: 1, done: 0, without: 0 })
      // Another language is another text.
      const { data: german } = await intake.server.call(intake.user, checkTranslation, {
        ...as(),
        body: { documents: { ids: [one, other] }, again: false, to: 'de' },
      })
      expect(german).toMatchObject({ documents: 2, underWay: 0 })
      endpoint().answer = ({ text }) => said(`[${text}]`)
      await intake.server.call(intake.user, cancelJob, { ...as(), body: { jobId } })
      await expect.poll(async () => (await translate([one])).status).toBe(200)
    }, 60_000)

    it('what the endpoint refuses costs that document an exception with its reason, and is tried again alone', async () => {
      const good = await bring('good.txt', 'A good text about the lease.')
      const bad = await bring('bad.txt', 'A bad text about the tender.')
      endpoint().answer = ({ text }) =>
        text.includes('bad')
          ? { status: 400, body: { error: { message: `${apiKey} ${text}` } } }
          : said('Fine.')
      const { jobId } = (await translate([good, bad])).data
      expect(await settled(jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
      const { data } = await intake.server.call(intake.user, listExceptions, { ...as(), query: { jobId } })
      expect(data.data).toMatchObject([
        { code: 'translationFailed', documentId: bad, reason: 'The endpoint refused it (400).' },
      ])
      endpoint().answer = () => said('Fine now.')
      await intake.server.call(intake.user, retryJob, { ...as(), body: { jobId } })
      await expect.poll(async () => (await jobOf(jobId)).state, { timeout: 20_000 }).toBe('Completed')
      expect(endpoint().asked.filter(({ text }) => text.includes('good'))).toHaveLength(1)
      expect(endpoint().asked.filter(({ text }) => text.includes('bad'))).toHaveLength(2)
    }, 60_000)

    it('a wrong key ends the job with what to check, and what is disallowed meanwhile is sent no more', async () => {
      const id = await bring('lease.txt', lease)
      endpoint().answer = () => ({ status: 401 })
      const { jobId } = (await translate([id])).data
      const failed = await settled(jobId)
      expect([failed.state, failed.message]).toEqual([
        'Failed',
        'The endpoint did not accept the key (401). Check AI_API_KEY.',
      ])
      await intake.server.call(intake.user, putSettings, { ...as(), body: { aiSendingAllowed: false } })
      await intake.server.call(intake.user, retryJob, { ...as(), body: { jobId } })
      await expect.poll(async () => (await jobOf(jobId)).message).toMatch(/does not allow/)
      expect(endpoint().asked).toHaveLength(1)
    }, 60_000)

    it('a recording that is replaced while it is listened to is not told by the old one, and heard again in a retry', async () => {
      const id = await bring('call.wav', wave(64))
      const old = Promise.withResolvers<void>()
      endpoint().answer = async () => {
        await old.promise
        return { body: { text: 'Meet me at the boathouse.' } }
      }
      const { jobId } = (await transcribe([id])).data
      await expect.poll(() => endpoint().asked.length).toBe(1)
      const query = { documentId: id, fileType: 1 as const }
      await intake.server.call(intake.user, replaceFile, { ...as(), query, body: wave(128) })
      old.resolve()
      expect(await settled(jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
      expect(await texts(id)).toEqual([])
      endpoint().answer = () => ({ body: { text: 'Stay where you are.' } })
      await intake.server.call(intake.user, retryJob, { ...as(), body: { jobId } })
      await expect.poll(async () => (await jobOf(jobId)).state, { timeout: 30_000 }).toBe('Completed')
      expect(await find('boathouse')).toEqual([])
      expect(await find('stay')).toEqual([id])
    }, 60_000)

    it('a text that is replaced while it is translated is not told by the old one', async () => {
      const id = await bring('lease.txt', lease)
      const old = Promise.withResolvers<void>()
      endpoint().answer = async () => {
        await old.promise
        return said('Il contratto del molo.')
      }
      const { jobId } = (await translate([id])).data
      await expect.poll(() => endpoint().asked.length).toBe(1)
      const query = { documentId: id, fileType: 1 as const }
      const body = Buffer.from('Nothing of the sort.')
      await intake.server.call(intake.user, replaceFile, { ...as(), query, body })
      old.resolve()
      expect(await settled(jobId)).toMatchObject({ state: 'CompletedWithErrors', exceptions: 1 })
      expect((await texts(id)).map(({ origin }) => origin)).toEqual(['extracted'])
      endpoint().answer = () => said('Niente del genere.')
      await intake.server.call(intake.user, retryJob, { ...as(), body: { jobId } })
      await expect.poll(async () => (await jobOf(jobId)).state, { timeout: 30_000 }).toBe('Completed')
      expect((await texts(id)).map(({ origin }) => origin)).toEqual(['extracted', 'translated'])
      expect(endpoint().asked.at(-1)?.text).toBe('Nothing of the sort.')
    }, 60_000)

    it('a recording is transcribed, searched as the document’s own text, and says what made it', async () => {
      const sound = wave(64)
      const id = await bring('call.wav', sound)
      const { data: checked } = await intake.server.call(intake.user, checkTranscription, {
        ...as(),
        body: { documents: { ids: [id] }, again: false },
      })
      expect(checked).toMatchObject({
        destination: sendTo('hear-1'),
        documents: 1,
        billing: { transcribe: sound.length },
      })
      endpoint().answer = () => ({ body: { text: 'Meet me at the boathouse.' } })
      const { jobId } = (await transcribe([id])).data
      expect(await settled(jobId)).toMatchObject({ kind: 'transcribe', state: 'Completed' })
      expect(endpoint().asked.map(({ path }) => path)).toEqual(['/v1/audio/transcriptions'])
      expect(String(endpoint().asked[0]?.bytes)).not.toContain('call.wav')
      expect(await texts(id)).toMatchObject([
        { origin: 'transcribed', language: null, engine: 'hear-1', source: null },
      ])
      expect(await find('boathouse')).toEqual([id])
      expect(await find('Has_Text:No')).toEqual([])
    }, 60_000)
  })
})
