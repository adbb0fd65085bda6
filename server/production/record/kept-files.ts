/** Removing files that a production has made, and that no other names. */

import type { Reader, Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'

/**
 * For files whose rows are about to go: the row of the file goes first, so that what is made again meanwhile keeps its own.
 * `place`: of the one document whose row goes; left out: all rows of the production do.
 */
export async function removeMade(
  { records, blobs }: Pick<Services, 'records' | 'blobs'>,
  productionId: number,
  files: readonly (string | null)[],
  place?: number,
): Promise<void> {
  for (const sha256 of files) {
    if (sha256 === null) continue
    const isFree = await records.write('bulk', async (trx) => {
      if (await isNamedElsewhere(trx, productionId, sha256, place)) return false
      await trx.deleteFrom('blob').where('sha256', '=', sha256).execute()
      return true
    })
    if (isFree) await blobs.remove(sha256)
  }
}

async function isNamedElsewhere(
  read: Reader,
  productionId: number,
  sha256: string,
  place: number | undefined,
): Promise<boolean> {
  const documents = await read
    .selectFrom('production_document')
    .select('place')
    .where('sha256', '=', sha256)
    .where((eb) =>
      eb.or([
        eb('production_id', '<>', productionId),
        ...(place === undefined ? [] : [eb('place', '<>', place)]),
      ]),
    )
    .executeTakeFirst()
  const volumes = await read
    .selectFrom('production_volume')
    .select('volume')
    .where('sha256', '=', sha256)
    .where('production_id', '<>', productionId)
    .executeTakeFirst()
  return documents !== undefined || volumes !== undefined
}

/** Files that are removed in one go. */
const step = 200

/** Removes the files that a production or export that was taken back has made, and the rows that name them. */
export async function forgetMade(
  { records, blobs }: Pick<Services, 'records' | 'blobs'>,
  productionId: number,
  /** In the transaction in which the rows of these documents go. */
  besides: (trx: Writer, documentIds: readonly number[]) => Promise<void> = async () => {},
): Promise<void> {
  for (;;) {
    const rows = await records.read
      .selectFrom('production_document')
      .select(['place', 'document_id', 'sha256'])
      .where('production_id', '=', productionId)
      .orderBy('place')
      .limit(step)
      .execute()
    const volumes = await records.read
      .selectFrom('production_volume')
      .select('sha256')
      .where('production_id', '=', productionId)
      .execute()
    if (rows.length + volumes.length === 0) return
    await removeMade(
      { records, blobs },
      productionId,
      [...rows, ...volumes].map(({ sha256 }) => sha256),
    )
    await records.write('bulk', async (trx) => {
      await besides(
        trx,
        rows.map(({ document_id }) => document_id),
      )
      const places = [0, ...rows.map(({ place }) => place)]
      for (const table of ['production_row', 'production_sample_document', 'production_document'] as const)
        await trx
          .deleteFrom(table)
          .where('production_id', '=', productionId)
          .where('place', 'in', places)
          .execute()
      await trx.deleteFrom('production_volume').where('production_id', '=', productionId).execute()
    })
  }
}
