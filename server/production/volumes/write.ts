/** The last pass of a production: its volumes are written and read back, and it counts as produced. */
import type { QualityReport } from '#contracts/production-volumes.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { noReplacements } from '../../platform/load-files/written-text.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Services } from '../../platform/services.ts'
import { batesNumber, numbersNeeded } from '../record/bates.ts'
import { expiryFrom } from '../record/expiry.ts'
import { removeMade } from '../record/kept-files.ts'
import type { StoredRun } from '../record/stored.ts'
import type { Purpose } from '../settings/run-settings.ts'
import { type Row, RowSource } from './cells.ts'
import { numbersAfter } from './continuity.ts'
import { keepRows } from './kept-rows.ts'
import { beginsVolume, bytesOfFamily, volumeName } from './layout.ts'
import { dialectsOf } from './load-file-dialects.ts'
import { familiesOf, type Planned } from './planned.ts'
import { type ReadingBack, readBack, type ToReadBack } from './read-back.ts'
import { addReplaced, replacedIn } from './replaced.ts'
import { Report } from './report.ts'
import { digestBytes, rowDigest } from './row-digest.ts'
import { filesOfVolume, zipOf } from './volume-zip.ts'
import { VolumeWriter } from './write-volume.ts'

export interface Means extends ReadingBack, Pick<Services, 'spool' | 'now'> {
  readonly admission: Pick<Services['admission'], 'recordsFor'>
  /** Bytes; other than the usual in tests only. */
  readonly gigabyte?: number
}

/** Documents whose values are read at once. */
const step = 300

export async function produceVolumes(means: Means, run: JobRun, production: StoredRun): Promise<void> {
  if (production.state === 'Produced') return
  await forgetVolumes(means, run, production.production_id)
  const { volumes, replaced } = await writeAll(means, run, production)
  const report = new Report()
  const numbers = numbersAfter(production.settings.numbering, production.first_number)
  const documents = production.documents ?? 0
  for (const volume of volumes)
    await readBack(
      means,
      volume,
      { report, numbers },
      async (place) => {
        await run.beat('Reading back')
        if (place % step === 0 || place === documents) await tell(means, run, 2 * documents + place)
      },
      run.signal,
    )
  const found = volumes.reduce((sum, { lastPlace, firstPlace }) => sum + lastPlace - firstPlace + 1, 0)
  if (found !== documents)
    report.fault('counts', `The volumes have ${found} documents; the plan has ${documents}.`)
  await conclude(means, run, production, { checks: report.checks(), replaced })
}

/** What a run that was cut has written. */
async function forgetVolumes(means: Means, run: JobRun, productionId: number): Promise<void> {
  const rows = await means.records.read
    .selectFrom('production_volume')
    .select('sha256')
    .where('production_id', '=', productionId)
    .execute()
  if (rows.length === 0) return
  await removeMade(
    means,
    productionId,
    rows.map(({ sha256 }) => sha256),
  )
  await means.records.write('bulk', async (trx) => {
    await run.hold(trx)
    await trx.deleteFrom('production_volume').where('production_id', '=', productionId).execute()
  })
}

async function writeAll(means: Means, run: JobRun, production: StoredRun) {
  const { read } = means.records
  const project = await read
    .selectFrom('project')
    .select(['prefix', 'time_zone'])
    .where('project_id', '=', production.project_id)
    .executeTakeFirstOrThrow()
  const about = { prefix: project.prefix, timeZone: project.time_zone }
  const { view = null } = production.settings
  // Fields tell of other documents, as of copies that somebody else had: of those that the caller saw alone.
  const seen = view === null ? read : means.admission.recordsFor(view).read
  const source = await RowSource.open({ read, seen }, production, about)
  requireFields(source, production)
  const { settings } = production
  const { encoding } = dialectsOf(settings.loadFile).dat
  const digests = Buffer.alloc((production.documents ?? 0) * digestBytes)
  const volumes: ToReadBack[] = []
  const replaced = noReplacements()
  let filled = 0
  let writer: VolumeWriter | null = null
  const next = (): Promise<VolumeWriter> => {
    const name = volumeName(settings.volume.name, volumes.length + 1)
    return VolumeWriter.open(means, { production, timeZone: about.timeZone, name }, source.columns)
  }
  const end = async (done: VolumeWriter): Promise<void> => {
    const { replacements, ...volume } = await done.end()
    addReplaced(replaced, replacements)
    volumes.push({
      ...{ production, name: done.name, kept: volume.kept.sha256, table: volume.table, digests },
      ...{ firstPlace: volume.firstPlace, lastPlace: volume.lastPlace, columns: source.columns },
    })
    await keepVolume(means, run, volumes.length, volumes.at(-1), volume.kept)
    await done.close()
  }
  try {
    for await (const families of together(familiesOf(read, production))) {
      await run.beat('Writing load files')
      const facts = await source.cells(families)
      const kept: Row[] = []
      for (const family of families) {
        const bytes = bytesOfFamily(family)
        if (writer !== null && beginsVolume(settings, filled, bytes, means.gigabyte)) {
          await end(writer)
          writer = null
          filled = 0
        }
        writer ??= await next()
        filled += bytes
        for (const row of source.rows(writer.lay(family), facts)) {
          rowDigest(row.cells, encoding).copy(digests, (row.laid.document.place - 1) * digestBytes)
          await writer.add(row)
          kept.push(row)
        }
      }
      // An export is compared with nothing: its files go after a time.
      if (production.purpose === 'production')
        await means.records.write('bulk', async (trx) => {
          await run.hold(trx)
          await keepRows(trx, production, source.columns, kept)
        })
    }
    if (writer !== null) await end(writer)
  } finally {
    await writer?.close()
  }
  return { volumes, replaced: replacedIn(replaced) }
}

/** Families, as many as are worth a question to the record. */
async function* together(families: AsyncIterable<Planned[]>): AsyncGenerator<Planned[][]> {
  let some: Planned[][] = []
  let documents = 0
  for await (const family of families) {
    some.push(family)
    documents += family.length
    if (documents < step) continue
    yield some
    some = []
    documents = 0
  }
  if (some.length > 0) yield some
}

/** A field may have been renamed or deleted since the settings were frozen; an empty column would say something else. */
function requireFields({ columns }: RowSource, { purpose }: StoredRun): void {
  const gone = columns.find(({ produced, field }) => produced === null && field === null)
  if (gone !== undefined)
    throw new ApiError(
      'conflict',
      `The load file has a column of the field ${gone.source}, and documents of this project have no such field any more. Give a field this name and retry, or ${orElse(purpose)}.`,
      { detail: gone.source },
    )
}

/** What can be done besides. */
const orElse = (purpose: Purpose): string => (purpose === 'production' ? 'roll back' : 'remove the export')

async function keepVolume(
  { records, blobs, now }: Means,
  run: JobRun,
  number: number,
  volume: ToReadBack | undefined,
  kept: { readonly sha256: string; readonly size: number },
): Promise<void> {
  if (volume === undefined) return
  const { production, name, table, firstPlace, lastPlace } = volume
  const row = {
    ...{ production_id: production.production_id, project_id: production.project_id, volume: number, name },
    ...{ first_place: firstPlace, last_place: lastPlace },
    ...{ sha256: kept.sha256, data: JSON.stringify(table) },
  }
  const files = await filesOfVolume(records.read, production, row)
  const { bytes } = zipOf(blobs, name, files, now())
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    await nameBlobs(trx, new Map([[kept.sha256, kept.size]]), instantOf(now()))
    await trx
      .insertInto('production_volume')
      .values({ ...row, bytes, files: files.length })
      .execute()
  })
}

const tell = ({ records }: Means, run: JobRun, done: number): Promise<unknown> =>
  records.write('bulk', async (trx) => {
    await run.hold(trx)
    await trx.updateTable('job').set({ items_done: done }).where('job_id', '=', run.jobId).execute()
  })

/** The report is kept, however it is; only what is without fault counts as produced. */
async function conclude(
  { records, now }: Means,
  run: JobRun,
  production: StoredRun,
  quality: Pick<QualityReport, 'checks' | 'replaced'>,
): Promise<void> {
  const { production_id: productionId, project_id: projectId, purpose } = production
  const faults = quality.checks.reduce((sum, { faultCount }) => sum + faultCount, 0)
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    const at = now()
    const { created_by: by } = await trx
      .selectFrom('job')
      .select('created_by')
      .where('job_id', '=', run.jobId)
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('production')
      .set({
        ...{ quality: JSON.stringify(quality), quality_at: instantOf(at) },
        ...(faults > 0 ? {} : { state: 'Produced' as const, produced_by: by, produced_at: instantOf(at) }),
        ...(purpose === 'export' ? { expires_at: expiryFrom(at) } : {}),
      })
      .where('production_id', '=', productionId)
      .execute()
    if (faults > 0) return
    const facts = factsOf(production)
    if (facts === null) return
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...{ at, user: null, projectId, jobId: run.jobId },
        action: purpose === 'production' ? 'production.produced' : 'export.ready',
        facts: { ...facts, checks: quality.checks.map(({ check, looked }) => ({ check, looked })) },
      },
    ])
  })
  if (faults > 0)
    throw new ApiError(
      'conflict',
      `Reading back found ${faults === 1 ? 'a fault' : `${faults} faults`}: nothing may leave. Look at the report, put right what it says, and retry or ${orElse(production.purpose)}.`,
      { detail: 'quality' },
    )
}

/** Null where its plan or its numbers are not whole. */
function factsOf({ production_id: id, name, documents, pages, first_number: first, settings }: StoredRun) {
  const { numbering } = settings
  if (documents === null || pages === null) return null
  if (numbering.level === 'none') return { exportId: id, name, documents, pages }
  if (first === null) return null
  const last = first + numbersNeeded(numbering, { documents, pages }) - 1
  return {
    ...{ productionId: id, name, documents, pages },
    ...{ first: batesNumber(numbering, first), last: batesNumber(numbering, last) },
  }
}
