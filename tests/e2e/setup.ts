/** Before all: loads the sample matter once. Every server that the tests start begins with a copy of it. */
import { rm } from 'node:fs/promises'
import { startServer, templateVariable } from './server.ts'

export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer()
  await server.stop()
  process.env[templateVariable] = server.data
  return () => rm(server.data, { recursive: true, force: true, maxRetries: 5 })
}
