/**
 * The job that looks at all documents of a project: at texts that are new or changed for their languages and personal data,
 * then at all together for threads and near-duplicates, and once more at those in review alone. Reading and comparing is a
 * child's; this writes what it finds, in small transactions. A run that was cut repeats the stage that it was in, and in that only what is not written.
 */

import { hash } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { appendAudit } from '../../platform/audit/append.ts'
import { ApiError } from '../../platform/http/error.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Services } from '../../platform/services.ts'
import { inReview } from '../documents/visible.ts'
import {
  type Comparison,
  type GroupRow,
  type Part,
  parsePart,
  type Side,
  type Task,
  type ThreadRow,
} from './protocol.ts'
import { documentsAfter, type RecordedDocument } from './record-pages.ts'
import { Spool } from './spool.ts'
import { Texts } from './texts.ts'
import { type Found, writeFound } from './write.ts'

export type AnalysisServices = Pick<Services, 'records' | 'children' | 'spool' | 'search' | 'log' | 'now'>

/** The job kind `analysis`. */
export const analysisKind = (services: AnalysisServices): JobKind => ({
  kind: 'analysis',
  alone: true,
  after: ['import', 'load', 'promote', 'filter', 'ocr'],
  run: (run) => new Analysis(services, run).run(),
})

const stages = ['texts', 'threads', 'nearDuplicates', 'reviewThreads', 'reviewNearDuplicates'] as const
type Stage = (typeof stages)[number]

const labels: Readonly<Record<Stage, string>> = {
  texts: 'Languages and PII',
  threads: 'Threads',
  nearDuplicates: 'Near-duplicates',
  reviewThreads: 'Threads in review',
  reviewNearDuplicates: 'Near-duplicates in review',
}

/** What is compared in a stage. */
const comparisons: Readonly<Record<Exclude<Stage, 'texts'>, Pick<Comparison, 'what' | 'side'>>> = {
  threads: { what: 'threads', side: 'processing' },
  nearDuplicates: { what: 'nearDuplicates', side: 'processing' },
  reviewThreads: { what: 'threads', side: 'review' },
  reviewNearDuplicates: { what: 'nearDuplicates', side: 'review' },
}

const cursor = z.object({
  stage: z.enum(stages),
  /** Documents that were changed in it so far. */
  changed: z.int(),
})

const workerModule = new URL('./worker.ts', import.meta.url)
/** Rows of one transaction: nobody's save waits long. */
const rowsAtOnce = 200
const showEveryMs = 500

/** By which rules texts are read; goes up where these change, and all texts are read again. */
const rulesVersion = 4
const keyOf = (text: string): string => `${rulesVersion}:${hash('sha256', text, 'base64url')}`

class Analysis {
  readonly #s: AnalysisServices
  readonly #run: JobRun
  #stage: Stage
  #changed: number
  #documents = 0
  /** Of these, those in review. */
  #reviewed = 0
  /** Of this stage. */
  #done = 0
  #shownAt = 0

  constructor(services: AnalysisServices, run: JobRun) {
    this.#s = services
    this.#run = run
    // What is tried again is texts.
    const stood = run.cursor === null || run.retry ? null : cursor.parse(run.cursor)
    this.#stage = stood?.stage ?? 'texts'
    this.#changed = stood?.changed ?? 0
  }

  async run(): Promise<void> {
    const spool = await Spool.open(join(this.#s.spool, `analysis-${this.#run.jobId}`))
    try {
      await this.#stages(spool)
    } finally {
      await spool.close()
    }
  }

  async #stages(spool: Spool): Promise<void> {
    if (this.#run.retry) await this.#forgetUnread()
    await this.#readAll(spool)
    for (let stage: Stage | undefined = this.#stage; stage !== undefined; ) {
      if (stage !== 'texts') await this.#compare(spool, stage)
      const next: Stage | undefined = this.#planned()[this.#planned().indexOf(stage) + 1]
      await this.#end(next ?? null)
      stage = next
    }
  }

  /** Where all is in review there is one side: what is found is written for both. A run that is in the other goes on there. */
  #planned(): readonly Stage[] {
    return this.#isOneSide() ? stages.slice(0, 3) : stages
  }

  #isOneSide(): boolean {
    return this.#reviewed === this.#documents && stages.indexOf(this.#stage) < 3
  }

  /** Puts all documents into the spool; in their stage, texts that are new or changed are looked at on the way. */
  async #readAll(spool: Spool): Promise<void> {
    const { records } = this.#s
    const { projectId } = this.#run
    const counts = await records.read
      .selectFrom('document')
      .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
      .where('project_id', '=', projectId)
      .groupBy('state')
      .execute()
    this.#documents = counts.reduce((sum, { n }) => sum + n, 0)
    this.#reviewed = counts.find(({ state }) => state === inReview)?.n ?? 0
    let reviewed = 0
    const texts = new Texts(this.#s, this.#run, (rows) => this.#write(rows))
    for (let after = 0; ; ) {
      const page = await documentsAfter(records.read, projectId, after)
      after = page.at(-1)?.document.id ?? 0
      if (page.length === 0) break
      await spool.add(page)
      reviewed += page.filter(({ document }) => document.state === inReview).length
      if (this.#stage === 'texts') {
        for (const asked of page.flatMap(unread)) await texts.add(asked)
        this.#done = spool.documents
      }
      await this.#show()
      await breathe()
    }
    await texts.flush()
    this.#documents = spool.documents
    this.#reviewed = reviewed
  }

  /** Has a child compare all documents with each other. */
  async #compare(spool: Spool, stage: Exclude<Stage, 'texts'>): Promise<void> {
    const task: Task = { ...comparisons[stage], folder: spool.folder, documents: spool.documents }
    const sides: readonly Side[] = this.#isOneSide() ? ['processing', 'review'] : [comparisons[stage].side]
    try {
      await this.#s.children.run(workerModule, task, {
        access: { read: [spool.folder], write: [] },
        signal: this.#run.signal,
        onPart: (part) => this.#take(parsePart(part), sides),
      })
    } catch (error) {
      this.#run.signal.throwIfAborted()
      throw error instanceof ChildFault ? faultOf(error, labels[stage]) : error
    }
  }

  async #take(part: Part, sides: readonly Side[]): Promise<void> {
    if (part.what === 'progress') {
      this.#done = Math.min(part.done, this.#documents)
      return await this.#show()
    }
    const columns = (side: Side): Found[] =>
      part.what === 'threads' ? part.rows.map(threadColumns[side]) : part.rows.map(groupColumns[side])
    const [first = [], second = []] = sides.map(columns)
    await this.#write(first.map((row, at) => ({ ...row, ...second[at] })))
  }

  async #write(found: readonly Found[]): Promise<void> {
    for (let from = 0; from < found.length; from += rowsAtOnce) {
      await this.#beat()
      const rows = found.slice(from, from + rowsAtOnce)
      const changed = await this.#s.records.write('bulk', async (trx) => {
        await this.#run.hold(trx)
        const n = await writeFound(trx, this.#run.projectId, rows)
        if (n > 0)
          await trx.updateTable('job').set(this.#standing(n)).where('job_id', '=', this.#run.jobId).execute()
        return n
      })
      this.#changed += changed
      if (changed > 0) this.#s.search.wake()
    }
  }

  /** The stage is whole: says so, and goes on with the next. */
  async #end(next: Stage | null): Promise<void> {
    const { jobId, projectId } = this.#run
    const ended = { stage: this.#stage, changed: this.#changed }
    this.#done = next === null ? this.#documents : 0
    if (next !== null) this.#stage = next
    this.#changed = 0
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      await trx.updateTable('job').set(this.#standing(0)).where('job_id', '=', jobId).execute()
      await appendAudit(trx, `project:${projectId}`, [
        {
          at: this.#s.now(),
          user: null,
          action: 'analysis.written',
          projectId,
          jobId,
          facts: { ...ended, documents: this.#documents },
        },
      ])
    })
  }

  /** Documents count once in each stage. */
  #standing(changed: number) {
    return {
      items_total: this.#planned().length * this.#documents,
      items_done: stages.indexOf(this.#stage) * this.#documents + this.#done,
      cursor: JSON.stringify({ stage: this.#stage, changed: this.#changed + changed }),
    }
  }

  async #show(): Promise<void> {
    await this.#beat()
    if (performance.now() - this.#shownAt < showEveryMs) return
    this.#shownAt = performance.now()
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      await trx.updateTable('job').set(this.#standing(0)).where('job_id', '=', this.#run.jobId).execute()
    })
  }

  #beat(): Promise<void> {
    const [done, all] = [this.#done, this.#documents].map((n) => n.toLocaleString('en'))
    return this.#run.beat(`${labels[this.#stage]}: ${done} of ${all} documents`)
  }

  /** What could not be looked at in an earlier run is looked at once more. */
  async #forgetUnread(): Promise<void> {
    const { jobId } = this.#run
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      const unreadOnes = trx.selectFrom('exception').select('document_id').where('job_id', '=', jobId)
      await trx
        .updateTable('document_analysis')
        .set({ text_key: null })
        .where('document_id', 'in', unreadOnes.$castTo<{ document_id: number }>())
        .execute()
      await trx.deleteFrom('exception').where('job_id', '=', jobId).execute()
      // From here on it is a run like others: one that is cut does not begin anew.
      const begun = JSON.stringify({ stage: this.#stage, changed: 0 } satisfies z.infer<typeof cursor>)
      await trx
        .updateTable('job')
        .set({ exceptions: 0, retry: 0, cursor: begun })
        .where('job_id', '=', jobId)
        .execute()
    })
  }
}

/** A text that is new, or other than when it was looked at. */
function unread({ document: { id }, allText: text, textKey }: RecordedDocument) {
  const key = keyOf(text)
  return key === textKey ? [] : [{ id, text, key }]
}

const threadColumns: Readonly<Record<Side, (row: ThreadRow) => Found>> = {
  processing: (row) => ({
    document_id: row.id,
    thread_id: row.thread,
    thread_count: row.size,
    thread_parent: row.parent,
    thread_missing: flag(row.missing),
    thread_inclusive: row.inclusive,
  }),
  review: (row) => ({
    document_id: row.id,
    review_known: flag(row.here),
    review_thread_id: row.thread,
    review_thread_count: row.size,
    review_thread_parent: row.parent,
    review_thread_missing: flag(row.missing),
    review_thread_inclusive: row.inclusive,
  }),
}

const groupColumns: Readonly<Record<Side, (row: GroupRow) => Found>> = {
  processing: (row) => ({
    document_id: row.id,
    near_dup_group: row.group,
    near_dup_count: row.size,
    near_dup_similarity: row.similarity,
  }),
  review: (row) => ({
    document_id: row.id,
    review_near_dup_group: row.group,
    review_near_dup_count: row.size,
    review_near_dup_similarity: row.similarity,
  }),
}

function faultOf({ reason }: ChildFault, label: string): ApiError {
  const why =
    reason === 'tooMuchMemory'
      ? 'they take more memory than a process may have'
      : 'the process that compares them ended'
  return new ApiError('unavailable', `${label} of this many documents could not be found: ${why}.`)
}
