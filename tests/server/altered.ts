/** What `audit verify` finds once somebody with the database in his hands has altered the records of a project. */
import { expect } from 'vitest'
import { knownHeads } from '#server/platform/audit/heads.ts'
import type { Writer } from '#server/platform/records/records.ts'
import type { Services } from '#server/platform/services.ts'
import { verifyIn } from '#server/review/verification/verify-records.ts'

/** The differences that are named; the records are as before then. */
export async function differencesWhere(
  { records, config }: Pick<Services, 'records' | 'config'>,
  projectId: number,
  alter: (trx: Writer) => Promise<unknown>,
): Promise<readonly string[]> {
  const chain = `project:${projectId}`
  const known = await knownHeads(records.read, config, chain)
  const dialect = 'file' in records.place ? 'sqlite' : 'postgres'
  const undone = new Error('undone')
  let found: readonly string[] | null = null
  await records
    .write('interactive', async (trx) => {
      await alter(trx)
      const verified = await verifyIn(trx, { dialect, known, chain, now: Date.now() }, () => {})
      expect(verified.firstBroken).toBe(null)
      found = verified.differences.first
      throw undone
    })
    .catch((error: unknown) => expect(error).toBe(undone))
  return found ?? expect.fail('nothing was verified')
}
