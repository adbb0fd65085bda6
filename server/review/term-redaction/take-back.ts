/**
 * Takes back what was covered, or puts that back: those redactions of the search that nobody has changed since. Each step is one transaction; a
 * job that is killed finds those that are left by their being in force.
 */
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { isInReview } from '../documents/visible.ts'
import { removedBy, restored } from '../redactions/gestures.ts'
import { redactionsOf } from '../redactions/of-document.ts'
import type { RedactionRow } from '../redactions/rows.ts'
import { writeActs } from '../redactions/write.ts'
import type { WriteServices } from './apply.ts'
import { eyesOf } from './eyes.ts'
import type { Search } from './own.ts'
import type { WriteInput } from './write-input.ts'

/** Redactions of one step. */
const step = 25

/** What each does with redactions that nobody else has changed: each undo and each redo has made a version more. */
const directions = {
  undo: {
    version: (redone: number) => 1 + 2 * redone,
    isRemoved: false,
    count: 'removed',
    act: (row: RedactionRow, userId: number, at: string) => removedBy(row, userId, at),
  },
  redo: {
    version: (redone: number) => 2 * redone,
    isRemoved: true,
    count: 'made',
    act: (row: RedactionRow, userId: number, at: string) => restored(row, { userId, at }),
  },
} as const
type Direction = keyof typeof directions

export const undoAll = (services: WriteServices, run: JobRun, input: WriteInput): Promise<void> =>
  goOver(services, run, input, 'undo')

/** Puts back what the last undo has taken back. */
export const redoAll = (services: WriteServices, run: JobRun, input: WriteInput): Promise<void> =>
  goOver(services, run, input, 'redo')

async function goOver(
  services: WriteServices,
  run: JobRun,
  input: WriteInput,
  direction: Direction,
): Promise<void> {
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
    .where('version', '=', directions[direction].version(search.redone))
    .where('removed_at', directions[direction].isRemoved ? 'is not' : 'is', null)
    .orderBy('document_id')
    .execute()
  for (const { document_id: documentId } of documents) {
    let done = 1
    while (done > 0) {
      await run.beat(null)
      done = await records.write('bulk', async (trx) => {
        await run.hold(trx)
        return await oneStep(trx, services, run, input, search, direction, documentId)
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
      .set({ changed: direction === 'undo' ? Number(n) : 0 })
      .where('job_id', '=', input.of)
      .execute()
    await trx
      .updateTable('job')
      .set((eb) => ({ items_done: eb.ref('items_total') }))
      .where('job_id', '=', run.jobId)
      .execute()
  })
}

/** Answers how many it has changed; none: the document has no more that may be. */
async function oneStep(
  trx: Writer,
  services: WriteServices,
  run: JobRun,
  { user, commandId, of }: WriteInput,
  { gesture, many, redone }: Search,
  direction: Direction,
  documentId: number,
): Promise<number> {
  const { projectId } = run
  const { version, isRemoved, count, act } = directions[direction]
  const eyes = await eyesOf(trx, { projectId, userId: user.userId, many: many === 1 })
  if (!(await isInReview(eyes, projectId, documentId))) return 0
  const rows = await trx
    .selectFrom('redaction')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('gesture', '=', gesture)
    .where('version', '=', version(redone))
    .where('removed_at', isRemoved ? 'is not' : 'is', null)
    .orderBy('redaction_id')
    .limit(step)
    .execute()
  if (rows.length === 0) return 0
  const now = services.now()
  const { revision, redactions } = await redactionsOf(trx, documentId)
  await writeActs(
    trx,
    { projectId, how: direction, by: { at: now, user, commandId, jobId: run.jobId } },
    {
      ...{ documentId, gesture, inForce: redactions.length, revision },
      acts: rows.map((row) => act(row, user.userId, instantOf(now))),
    },
  )
  await trx
    .updateTable('term_redaction')
    .set((eb) => ({ [count]: eb(count, '+', rows.length) }))
    .where('job_id', '=', of)
    .execute()
  await trx
    .updateTable('job')
    .set((eb) => ({ items_done: eb('items_done', '+', rows.length) }))
    .where('job_id', '=', run.jobId)
    .execute()
  return rows.length
}
