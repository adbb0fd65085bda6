/** Files brought into a project on a server of their own, to the last document in the index. */

import { importPath, settledJob } from '../server/intake/import/import-path.ts'
import type { Services } from '../server/platform/services.ts'
import { startServer } from '../tests/server/harness.ts'

/** How many seconds it takes, each path a job of its own, and what is asked of the project then. */
export async function broughtIn<T>(
  paths: readonly string[],
  dataDir: string,
  ask: (services: Services, projectId: number) => Promise<T>,
): Promise<{ readonly seconds: number; readonly found: T }> {
  const server = await startServer({ dataDir })
  try {
    const { services } = server
    const projectId = await server.project(await server.company())
    await server.user({ role: 'SystemAdmin' })
    const began = performance.now()
    for (const path of paths) {
      const { jobId } = await importPath(services, { path, projectId, custodian: 'Bench' })
      await settledJob(services, jobId, () => {}, 50)
    }
    await services.search.settled(projectId)
    const seconds = (performance.now() - began) / 1000
    return { seconds, found: await ask(services, projectId) }
  } finally {
    await server.close()
  }
}

/** Messages that came in, suppressed copies included, without what is attached to them. */
export async function messagesRead({ records }: Services, projectId: number): Promise<number> {
  const { read } = records
  const promoted = await read
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', projectId)
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow()
  const copies = await read
    .selectFrom('document_copy as c')
    .innerJoin('document as d', 'd.document_id', 'c.document_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('d.project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(promoted.n) + Number(copies.n)
}
