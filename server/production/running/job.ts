/**
 * The job that makes a production. It counts pages and writes the plan, takes the numbers in one transaction, makes document
 * after document, and writes and reads back the volumes. Each step is one transaction with the rows that say it is done, so
 * that a run that was cut goes on behind it and gives no number twice.
 */
import * as z from 'zod/mini'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { storedRun } from '../record/stored.ts'
import { countPages } from './count.ts'
import { makeAll, requireAllMade } from './make.ts'
import { takeAll } from './numbers.ts'
import { tellIndex } from './tell-index.ts'

export type ProductionServices = Pick<
  Services,
  'records' | 'blobs' | 'pages' | 'producing' | 'volumes' | 'search' | 'now'
>

const input = z.object({ productionId: z.int() })

/** The job kinds `production` and `export`: an export takes no numbers, and is made alike. */
export const productionKinds = (services: ProductionServices): JobKind[] =>
  (['production', 'export'] as const).map((kind) => ({
    kind,
    run: async (run) => {
      const { productionId } = input.parse(run.input)
      await produce(services, run, productionId)
    },
  }))

async function produce(services: ProductionServices, run: JobRun, productionId: number): Promise<void> {
  const stored = () => storedRun(services.records.read, run.projectId, productionId)
  await countPages(services, run, await stored())
  await takeAll(services, run, await stored())
  await makeAll(services, run, await stored())
  await requireAllMade(services.records.read, productionId)
  await services.volumes.write(run, await stored())
  await tellIndex(services, run, productionId)
  services.search.wake()
}
