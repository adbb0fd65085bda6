/**
 * A process that writes to the records until it is killed, and says on its output what has been acknowledged: one line a
 * commit, written only after `write` has resolved.
 */

import { writeSync } from 'node:fs'
import { appendAudit } from '#server/platform/audit/append.ts'
import { openFolder } from '#server/platform/blobs/folder.ts'
import { openRecords } from '#server/platform/records/open.ts'
import { registerAreas } from '#server/register-areas.ts'

registerAreas()
const [dataDir = '', blobDir = '', round = ''] = process.argv.slice(2)
const records = await openRecords({ dataDir, databaseUrl: null })
const blobs = await openFolder(blobDir)
const save = async (worker: number): Promise<void> => {
  for (let i = 0; ; i += 1) {
    const name = `${round}.${worker}.${i}`
    const { sha256 } = await blobs.put(Buffer.from(`file ${name}`))
    await records.write(worker === 0 ? 'bulk' : 'interactive', async (trx) => {
      await trx.insertInto('blob').values({ sha256, size: 1, at: name }).execute()
      await appendAudit(trx, 'project:1', [
        { at: new Date(), user: null, action: 'file.kept', facts: { name } },
      ])
    })
    writeSync(1, `${name}\n`)
  }
}
await Promise.all([0, 1, 2].map(save))
