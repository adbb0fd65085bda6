/**
 * Takes back what was covered: those redactions of the search that nobody has changed since. Each step is one transaction; a
 * job that is killed finds those that are left by their being in force.
 */
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { isInReview } from '../documents/visible.ts'
import { removedBy } from '../redactions/gestures.ts'
import { redactionsOf } from '../redactions/of-document.ts'
import { writeActs } from '../redactions/write.ts'
import type { WriteServices } from './apply.ts'
import { eyesOf } from './eyes.ts'
import type { Search } from './own.ts'
import type { WriteInput } from './write-input.ts'

/** Redactions of one step. */
const step = 100
/** Of one that nobody has changed. */
const asMade = 1

export async function undoAll(services: WriteServices, run: JobRun, input: WriteInput): Promise<void> {
  const { records } = services
  const { projectId } = run
  const search = await records.read
    .selectFrom('term_redaction')
    .selectAll()
    .where('job_id', '=', input.of)
    .executeTakeFirstOrThrow()
  const documents = await records.read
    .selectFrom('redaction')
    .select('document_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('gesture', '=', search.gesture)
    .where('version', '=', asMade)
    .where('removed_at', 'is', null)
    .orderBy('document_id')
    .execute()
  for (const { document_id: documentId } of documents) {
    let done = 1
    while (done > 0) {
      await run.beat(null)
      done = await records.write('bulk', async (trx) => {
        await run.hold(trx)
        return await takeBack(trx, services, run, input, search, documentId)
      })
      services.search.wake()
    }
  }
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const { n } = await trx
      .selectFrom('redaction')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('project_id', '=', projectId)
      .where('gesture', '=', search.gesture)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('term_redaction')
      .set({ changed: Number(n) })
      .where('job_id', '=', input.of)
      .execute()
    await trx
      .updateTable('job')
      .set((eb) => ({ items_done: eb.ref('items_total') }))
      .where('job_id', '=', run.jobId)
      .execute()
  })
}

/** Answers how many it has taken back; none: the document has no more that may be. */
async function takeBack(
  trx: Writer,
  services: WriteServices,
  run: JobRun,
  { user, commandId, of }: WriteInput,
  { gesture, many }: Search,
  documentId: number,
): Promise<number> {
  const { projectId } = run
  const eyes = await eyesOf(trx, { projectId, userId: user.userId, many: many === 1 })
  if (!(await isInReview(eyes, projectId, documentId))) return 0
  const rows = await trx
    .selectFrom('redaction')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('gesture', '=', gesture)
    .where('version', '=', asMade)
    .where('removed_at', 'is', null)
    .orderBy('redaction_id')
    .limit(step)
    .execute()
  if (rows.length === 0) return 0
  const now = services.now()
  const { revision, redactions } = await redactionsOf(trx, documentId)
  await writeActs(
    trx,
    { projectId, how: 'undo', by: { at: now, user, commandId, jobId: run.jobId } },
    {
      ...{ documentId, gesture, inForce: redactions.length, revision },
      acts: rows.map((row) => removedBy(row, user.userId, instantOf(now))),
    },
  )
  await trx
    .updateTable('term_redaction')
    .set((eb) => ({ removed: eb('removed', '+', rows.length) }))
    .where('job_id', '=', of)
    .execute()
  await trx
    .updateTable('job')
    .set((eb) => ({ items_done: eb('items_done', '+', rows.length) }))
    .where('job_id', '=', run.jobId)
    .execute()
  return rows.length
}
