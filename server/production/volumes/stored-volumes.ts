/** The volumes of a production as they are on the record. */
import type { ExportVolume } from '#contracts/exports.ts'
import type { ProductionVolume } from '#contracts/production-volumes.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { numbersOf } from '../record/bates.ts'
import type { StoredProduction, StoredRun } from '../record/stored.ts'
import { filesOfVolume, zipOf } from './volume-zip.ts'
import type { NamedZip } from './volumes.ts'

/** Those of a production that was produced; none before that. */
export async function volumesOf(read: Reader, production: StoredProduction): Promise<ProductionVolume[]> {
  const { production_id, first_number: first, settings, produced_at } = production
  if (first === null || produced_at === null) return []
  const rows = await read
    .selectFrom('production_volume')
    .select(['volume', 'name', 'bytes', 'files', 'first_place', 'last_place'])
    .where('production_id', '=', production_id)
    .orderBy('volume')
    .execute()
  const numbersAt = async (place: number) => {
    const row = await read
      .selectFrom('production_document as p')
      .innerJoin('document as d', 'd.document_id', 'p.document_id')
      .select(['p.place', 'p.pages', 'p.pages_before', 'd.control'])
      .where('p.production_id', '=', production_id)
      .where('p.place', '=', place)
      .executeTakeFirst()
    return row === undefined
      ? null
      : numbersOf(settings.numbering, first, { ...row, pagesBefore: row.pages_before })
  }
  return await Promise.all(
    rows.map(async ({ volume, name, bytes, files, first_place, last_place }) => ({
      ...{ volume, name, bytes, files, documents: last_place - first_place + 1 },
      // Of a document that the caller does not see, no number is told.
      firstNumber: (await numbersAt(first_place))?.first ?? '',
      lastNumber: (await numbersAt(last_place))?.last ?? '',
    })),
  )
}

/** Those of an export that is ready. */
export async function volumesOfExport(
  read: Reader,
  { production_id, produced_at }: Pick<StoredRun, 'production_id' | 'produced_at'>,
): Promise<ExportVolume[]> {
  if (produced_at === null) return []
  const rows = await read
    .selectFrom('production_volume')
    .select(['volume', 'name', 'bytes', 'files', 'first_place', 'last_place'])
    .where('production_id', '=', production_id)
    .orderBy('volume')
    .execute()
  return rows.map(({ first_place, last_place, ...volume }) => ({
    ...volume,
    documents: last_place - first_place + 1,
  }))
}

/** Null: it is not produced, or has no such volume. */
export async function zipOfVolume(
  { records, blobs }: Pick<Services, 'records' | 'blobs'>,
  production: StoredRun,
  volume: number,
): Promise<NamedZip | null> {
  const row = await records.read
    .selectFrom('production_volume')
    .selectAll()
    .where('production_id', '=', production.production_id)
    .where('volume', '=', volume)
    .executeTakeFirst()
  if (row === undefined || production.produced_at === null) return null
  const files = await filesOfVolume(records.read, production, row)
  const zip = zipOf(blobs, row.name, files, new Date(production.produced_at))
  if (zip.bytes !== row.bytes) throw new Error('A volume is laid out otherwise than when it was produced.')
  return { ...zip, name: row.name, tag: `${row.sha256.slice(0, 32)}-${Date.parse(production.produced_at)}` }
}
