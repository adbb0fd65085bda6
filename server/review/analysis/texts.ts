/** Has the languages and personal data of texts found, many texts at a time. */

import { appendAudit } from '../../platform/audit/append.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Services } from '../../platform/services.ts'
import { type Asked, parseTexts, type Read, type Task } from './protocol.ts'
import type { Found } from './write.ts'

/** Texts of one task: about a second of a child, so that others who need one wait no longer. */
const maxTexts = 200
const maxCharacters = 2_000_000

/** A text and what tells it from another. */
export interface Unread extends Asked {
  readonly key: string
}

const workerModule = new URL('./worker.ts', import.meta.url)

export class Texts {
  readonly #s: Pick<Services, 'records' | 'children' | 'log' | 'now'>
  readonly #run: JobRun
  readonly #write: (rows: readonly Found[]) => Promise<void>
  #waiting: Unread[] = []
  #characters = 0

  constructor(
    services: Pick<Services, 'records' | 'children' | 'log' | 'now'>,
    run: JobRun,
    write: (rows: readonly Found[]) => Promise<void>,
  ) {
    this.#s = services
    this.#run = run
    this.#write = write
  }

  async add(text: Unread): Promise<void> {
    this.#waiting.push(text)
    this.#characters += text.text.length
    if (this.#waiting.length >= maxTexts || this.#characters >= maxCharacters) await this.flush()
  }

  async flush(): Promise<void> {
    const texts = this.#waiting
    this.#waiting = []
    this.#characters = 0
    if (texts.length > 0) await this.#read(texts)
  }

  /** A text that its process did not come to an end with costs itself, and none of the others. */
  async #read(texts: readonly Unread[]): Promise<void> {
    const found = await this.#ask(texts)
    if (!(found instanceof ChildFault)) {
      const byId = new Map(found.map((one) => [one.id, one]))
      return await this.#write(texts.map(({ id, key }) => columnsOf(id, key, byId.get(id))))
    }
    const [first, ...others] = texts
    if (first === undefined) return
    if (others.length === 0) return await this.#leaveOut(first, found)
    this.#s.log.warn({ jobId: this.#run.jobId, why: found.reason }, 'a process that reads texts was lost')
    const blamed = texts.find(({ id }) => String(id) === found.at) ?? first
    await this.#read([blamed])
    await this.#read(texts.filter((one) => one !== blamed))
  }

  async #ask(texts: readonly Unread[]): Promise<readonly Read[] | ChildFault> {
    const task: Task = { what: 'texts', texts: texts.map(({ id, text }) => ({ id, text })) }
    const { signal } = this.#run
    try {
      return parseTexts(await this.#s.children.run(workerModule, task, { signal }))
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ChildFault) return error
      return new ChildFault('crashed', 'The child said what nobody understands.', null)
    }
  }

  /** It counts as looked at, with an exception that says that it was not. */
  async #leaveOut({ id, key }: Unread, { reason }: ChildFault): Promise<void> {
    const { jobId, projectId } = this.#run
    await this.#write([columnsOf(id, key, undefined)])
    const now = this.#s.now()
    await this.#s.records.write('bulk', async (trx) => {
      await this.#run.hold(trx)
      const { source_path, size, sha256 } = await trx
        .selectFrom('document')
        .select(['source_path', 'size', 'sha256'])
        .where('document_id', '=', id)
        .executeTakeFirstOrThrow()
      const code = reason === 'timedOut' ? 'timedOut' : reason === 'tooMuchMemory' ? 'tooLarge' : 'corrupt'
      await trx
        .insertInto('exception')
        .values({
          project_id: projectId,
          job_id: jobId,
          document_id: id,
          code,
          reason: 'Its languages and PII could not be looked for: the process that reads its text ended.',
          stage: 'text',
          path: source_path,
          size,
          sha256,
          at: instantOf(now),
        })
        .execute()
      await trx
        .updateTable('job')
        .set((eb) => ({ exceptions: eb('exceptions', '+', 1) }))
        .where('job_id', '=', jobId)
        .execute()
      await appendAudit(trx, `project:${projectId}`, [
        {
          at: now,
          user: null,
          action: 'document.textFailed',
          projectId,
          documentId: id,
          jobId,
          facts: { code },
        },
      ])
    })
  }
}

const columnsOf = (id: number, key: string, read: Read | undefined): Found => ({
  document_id: id,
  text_key: key,
  languages: JSON.stringify(read?.languages ?? []),
  pii_likely: JSON.stringify(read?.likely ?? {}),
  pii_potential: JSON.stringify(read?.potential ?? {}),
})
