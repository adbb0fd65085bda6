/**
 * How long threads and near-duplicates of a project take, and how that and the memory grow with it; how many texts are read
 * for languages and personal data. Mail as it is: answers that quote, letters to many, copies.
 */
import { analysisKind } from '../server/review/analysis/job.ts'
import { addDocuments, type PlainDocument } from '../tests/fixtures/record-documents.ts'
import { startServer, type TestServer } from '../tests/server/harness.ts'
import type { Figure } from './figure.ts'
import { weighed } from './memory.ts'
import { around, times } from './references.ts'

const [few, many] = [10_000, 100_000]
const readTexts = 3_000

export async function* figures(): AsyncGenerator<Figure> {
  const common = { group: 'analysis', better: 'lower' } as const
  const small = await measured(few)
  const { result: large, beside } = await around(
    () => bareWords(many),
    () => measured(many),
  )
  const words = times('a bare loop over the same texts: each word cut out and hashed', beside)
  yield {
    ...common,
    name: 'threads and near-duplicates of 100,000 documents',
    ...{ value: large.seconds, unit: 's', reference: words, bound: 8 },
  }
  yield {
    ...common,
    name: 'of that, near-duplicates',
    ...{ value: large.nearDuplicates, unit: 's', reference: words, bound: 7 },
  }
  yield {
    ...common,
    name: 'growth from 10,000 documents to ten times as many',
    ...{ value: large.seconds / small.seconds, unit: 'times as long', bound: 13 },
  }
  yield {
    ...common,
    name: 'peak memory of the server and its child at 100,000',
    ...{ value: large.megabytes, unit: 'MB', bound: 1500 },
  }
  const reading = await around(() => readTexts / bareWords(readTexts), readingRate)
  yield {
    ...common,
    name: 'languages and personal data',
    ...{ value: reading.result, unit: 'documents/s', better: 'higher', bound: 0.02 },
    reference: times('a bare loop over the same texts: each word cut out and hashed', reading.beside),
  }
}

/** Seconds of cutting so many of these texts into their words, and hashing each word. */
function bareWords(documents: number): number {
  const mail = new Mail(20_260_101)
  let spent = 0
  let sum = 0
  for (let done = 0; done < documents; done += 1000) {
    const texts = mail.next(1000)
    const began = performance.now()
    for (const { text } of texts)
      for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
        let hash = 0x811c9dc5
        for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
        sum ^= hash
      }
    spent += performance.now() - began
  }
  if (sum === 0) throw new Error('Nothing was hashed.')
  return spent / 1000
}

async function measured(documents: number) {
  return await within(documents, async (server, projectId, jobId) => {
    const began = new Map<string, number>()
    const started = performance.now()
    const { megabytes } = await weighed(() =>
      // As if its texts had been read: that stage is of the documents that are new.
      run(server, projectId, jobId, { stage: 'threads', changed: 0 }, (stage) => {
        if (!began.has(stage)) began.set(stage, performance.now())
      }),
    )
    const ended = performance.now()
    return {
      seconds: (ended - started) / 1000,
      nearDuplicates: (ended - (began.get('Near-duplicates') ?? ended)) / 1000,
      megabytes,
    }
  })
}

const readingRate = (): Promise<number> =>
  within(readTexts, async (server, projectId, jobId) => {
    const started = performance.now()
    let ended = 0
    await run(server, projectId, jobId, null, (stage) => {
      if (stage === 'Threads' && ended === 0) ended = performance.now()
    })
    return readTexts / ((ended - started) / 1000)
  })

async function within<T>(
  documents: number,
  measure: (server: TestServer, projectId: number, jobId: number) => Promise<T>,
): Promise<T> {
  const server = await startServer()
  try {
    const companyId = await server.company()
    const projectId = await server.project(companyId)
    const user = await server.user({ role: 'ProjectManager', companyId })
    const mail = new Mail(20_260_101)
    for (let done = 0; done < documents; done += 1000)
      await addDocuments(server.services.records, projectId, user.userId, mail.next(1000), 'bulk')
    const jobId = await server.services.records.write('interactive', async (trx) => {
      const job = { projectId, kind: 'analysis', title: 'All', input: null, bytesTotal: 0 } as const
      const id = await server.services.jobs.enqueue(trx, { ...job, createdBy: user.userId })
      await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', id).execute()
      return id
    })
    return await measure(server, projectId, jobId)
  } finally {
    await server.close()
  }
}

async function run(
  server: TestServer,
  projectId: number,
  jobId: number,
  cursor: unknown,
  onStage: (stage: string) => void,
): Promise<void> {
  await analysisKind(server.services).run({
    jobId,
    projectId,
    input: null,
    cursor,
    retry: false,
    retryOnly: null,
    signal: new AbortController().signal,
    beat: async (now) => onStage(now?.split(':')[0] ?? ''),
    hold: async () => {},
  })
}

/** Mail that is the same in each run: a third answers and quotes, a tenth are letters to many, some are sent twice. */
class Mail {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }

  next(count: number): PlainDocument[] {
    const made: PlainDocument[] = []
    for (let n = 0; n < count; n++) made.push(this.#document(made))
    return made
  }

  #document(before: readonly PlainDocument[]): PlainDocument {
    const kind = this.#below(100)
    const at = this.#below(Math.max(1, before.length))
    const other = before[at]
    const person = (): string => `p${this.#below(400)}@northwind.example`
    const common = {
      custodian: `Custodian ${this.#below(20)}`,
      from: person(),
      to: [person(), person()],
      sentAt: new Date(Date.UTC(2024, 0, 1) + this.#below(300 * 86_400) * 1000).toISOString(),
      parentDate: null,
    }
    if (other !== undefined && kind < 33) {
      const quoted = other.text.slice(0, 8000).replace(/^/gm, '> ')
      return { ...common, title: `Re: ${other.title}`, text: `${this.#words(60)}\n\n${quoted}`, answers: at }
    }
    if (other !== undefined && kind < 40) return { ...common, title: other.title, text: other.text }
    if (other !== undefined && kind < 50)
      return { ...common, title: other.title, text: `Dear ${this.#words(3)}\n${other.text}` }
    return { ...common, title: this.#words(4), text: this.#words(40 + this.#below(400)) }
  }

  #words(count: number): string {
    const lines: string[] = []
    for (let done = 0; done < count; done += 12)
      lines.push(
        Array.from({ length: Math.min(12, count - done) }, () => {
          // Few words are common, and most are rare.
          const word = Math.floor(20_000 ** (this.#below(10_000) / 10_000))
          return `${'bdfgklmnprst'[word % 12]}${'aeiou'[word % 5]}${word.toString(26).replace(/\d/g, 'o')}`
        }).join(' '),
      )
    return lines.join('\n')
  }

  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * limit)
  }
}
