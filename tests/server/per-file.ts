/**
 * What each file of tests on servers ends with: files follow each other in the same process. The harness is fetched at the
 * end: with the servers that it imports before a file replaces one of their modules, nothing would be replaced.
 */
import { afterAll } from 'vitest'

afterAll(async () => {
  const { closeServers } = await import('./harness.ts')
  await closeServers()
})
