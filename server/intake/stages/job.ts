/**
 * The jobs that move documents between processing and review: whole families, in the order in which they came in, some of
 * them a step. Each step is one transaction with the control numbers it gives, the reconciliation of the imports that brought the
 * documents, its rows of the trail and the place that was reached, so that a job that is killed goes on behind its last
 * whole step and repeats nothing.
 */

import * as z from 'zod/mini'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { queueAnalysisAfter } from '../../review/analysis/queue.ts'
import { nextSize } from '../../review/bulk/step-size.ts'
import { type Family, plannedFamilies } from './families.ts'
import { moveFamilies } from './move.ts'
import { settleRolledBack } from './rollback.ts'
import { readWork } from './work.ts'

/** Before it is known how long documents take. */
const firstSize = 20

const cursor = z.nullable(z.object({ family: z.int() }))

type StageServices = Pick<Services, 'records' | 'jobs' | 'search' | 'now'>

/** The job kinds `promote` and `filter`. */
export const stageKinds = (services: StageServices): JobKind[] =>
  (['promote', 'filter'] as const).map((kind) => ({
    kind,
    awaited: true,
    run: (run) => workOn(services, run),
  }))

async function workOn({ records, jobs, search, now }: StageServices, run: JobRun): Promise<void> {
  const work = readWork(run.input)
  // A rollback goes through what its promotion was about.
  const families = await plannedFamilies(records.read, { ...run, jobId: work.of ?? run.jobId })
  const total = sizeOf(families)
  const doneUpTo = cursor.parse(run.cursor)?.family ?? 0
  let from = families.findIndex(({ familyId }) => familyId > doneUpTo)
  if (from === -1) from = families.length
  let done = sizeOf(families.slice(0, from))
  let size = firstSize
  while (from < families.length) {
    await run.beat(null)
    const step = upTo(families, from, size)
    const documents = sizeOf(step)
    const reached = {
      items_done: done + documents,
      items_total: total,
      cursor: JSON.stringify({ family: step.at(-1)?.familyId }),
    }
    let began = 0
    const moved = await records.write('bulk', async (trx) => {
      began = performance.now()
      await run.hold(trx)
      const moved = await moveFamilies(trx, run, { ...work, step, reached, now: now() })
      // What is inclusive, and the like, is so among those that stand together.
      if (moved > 0) await queueAnalysisAfter(trx, jobs, run, { at: now(), how: 'bulk' })
      return moved
    })
    const ms = performance.now() - began
    size = nextSize(size, { documents, ms, values: moved, characters: 0 })
    if (moved > 0) search.wake()
    from += step.length
    done += documents
  }
  if (work.of === undefined) return
  const { of } = work
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    await settleRolledBack(trx, run, of, now())
  })
}

const sizeOf = (families: readonly Family[]): number => families.reduce((sum, { size }) => sum + size, 0)

/** Families with about so many documents; one at least, whole. */
function upTo(families: readonly Family[], from: number, documents: number): Family[] {
  const step: Family[] = []
  for (let at = from, taken = 0; at < families.length && taken < documents; at++) {
    const family = families[at]
    if (family === undefined) break
    step.push(family)
    taken += family.size
  }
  return step
}
