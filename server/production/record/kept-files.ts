/** Removing files that a production has made, and that no other names. */

import type { Reader } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'

/** For files whose rows are about to go: the row of the file goes first, so that what is made again meanwhile keeps its own. */
export async function removeMade(
  { records, blobs }: Pick<Services, 'records' | 'blobs'>,
  productionId: number,
  files: readonly (string | null)[],
): Promise<void> {
  for (const sha256 of files) {
    if (sha256 === null || (await isNamedElsewhere(records.read, productionId, sha256))) continue
    await records.write('bulk', (trx) => trx.deleteFrom('blob').where('sha256', '=', sha256).execute())
    await blobs.remove(sha256)
  }
}

async function isNamedElsewhere(read: Reader, productionId: number, sha256: string): Promise<boolean> {
  const documents = await read
    .selectFrom('production_document')
    .select('place')
    .where('sha256', '=', sha256)
    .where('production_id', '<>', productionId)
    .executeTakeFirst()
  const volumes = await read
    .selectFrom('production_volume')
    .select('volume')
    .where('sha256', '=', sha256)
    .where('production_id', '<>', productionId)
    .executeTakeFirst()
  return documents !== undefined || volumes !== undefined
}
