/** Files that a test brings in over the web. */
import { createSource, processSource } from '#contracts/collect.ts'
import type { TestServer, TestUser } from './harness.ts'

/** Adds a source that does nothing by itself but promote what it is asked to process. */
export async function newSource(
  server: TestServer,
  user: TestUser,
  project: number,
  custodianId: number,
  name = `Source of ${custodianId}`,
): Promise<number> {
  const body = { name, custodianId, autoProcess: false, autoPromote: true }
  return (await server.call(user, createSource, { project, body })).data.sourceId
}

/** Has what waits in a source processed; the job's id. */
export async function processed(
  server: TestServer,
  user: TestUser,
  project: number,
  sourceId: number,
): Promise<number> {
  const asked = { project, params: { sourceId }, body: { ifAutomatic: false } }
  const { jobId } = (await server.call(user, processSource, asked)).data
  if (jobId === null) throw new Error('Nothing waits in this source.')
  return jobId
}
