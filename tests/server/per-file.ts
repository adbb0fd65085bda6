/** What each test file ends with. The harness is not fetched for it: a file that has servers has it. */
import { afterAll } from 'vitest'
import { atEnd } from './at-end.ts'

afterAll(async () => {
  for (const letGo of atEnd) await letGo()
})
