/** Before all: loads the sample matter once. Every server that the tests start begins with a copy of it. */
import { rm } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { recordsFile } from '../../server/platform/records/open.ts'
import { startServer, templateVariable } from './server.ts'

export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer()
  await analysed(server.data)
  await server.stop()
  process.env[templateVariable] = server.data
  return () => rm(server.data, { recursive: true, force: true, maxRetries: 5 })
}

/** What each copy would else do in the background of the tests. */
async function analysed(data: string): Promise<void> {
  const records = new Database(recordsFile(data), { readonly: true })
  const left = records
    .prepare("select count(*) from job where state in ('Queued', 'Running') or lease_owner is not null")
    .pluck()
  while (left.get() !== 0) await new Promise((wake) => setTimeout(wake, 100))
  records.close()
}
