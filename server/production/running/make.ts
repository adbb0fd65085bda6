/** The second pass of a production: its documents are made, some at once, in the order of their numbers. */
import { availableParallelism } from 'node:os'
import type { Selectable } from 'kysely'
import { type SlipSheet, type StampPlace, stampPlaces } from '#contracts/production-settings.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import { ApiError } from '../../platform/http/error.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Made, ToMake } from '../making/made.ts'
import { stampValues } from '../making/stamp-values.ts'
import { pageNumber } from '../record/bates.ts'
import { removeMade } from '../record/kept-files.ts'
import { type StoredRun, slipSheetIn } from '../record/stored.ts'
import type { ProductionDocumentTable } from '../record/tables.ts'
import type { ProductionServices } from './job.ts'

type Row = Selectable<ProductionDocumentTable>

interface MadeRow extends Row {
  readonly control: number
}

/** Documents that are read from the plan at once. */
const step = 100

export async function makeAll(
  services: ProductionServices,
  run: JobRun,
  production: StoredRun,
): Promise<void> {
  const { records } = services
  const { production_id: productionId, documents } = production
  let done = await doneSoFar(records.read, productionId)
  for (let after = 0; ; ) {
    const rows = await records.read
      .selectFrom('production_document as p')
      .innerJoin('document as d', 'd.document_id', 'p.document_id')
      .selectAll('p')
      .select('d.control')
      .where('p.production_id', '=', productionId)
      .where('p.place', '>', after)
      .where('p.state', 'in', run.retry ? ['planned', 'failed'] : ['planned'])
      .orderBy('p.place')
      .limit(step)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.place
    const fields = await stampValues(
      records.read,
      production,
      rows.map(({ document_id }) => document_id),
    )
    await together(availableParallelism(), rows, async (row) => {
      await run.beat('Making pages')
      const made = await services.producing.make(
        toMake(production, row, fields),
        run.signal,
        async (sha256) => await nameFile(services, run, row, sha256),
      )
      done += 1
      await keep(services, run, row, made, (documents ?? 0) + done)
    })
  }
}

/** Nothing is handed over without somebody's decision about each document that could not be made. */
export async function requireAllMade(read: Reader, productionId: number): Promise<void> {
  const { n } = await read
    .selectFrom('production_document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('production_id', '=', productionId)
    .where('state', '<>', 'made')
    .executeTakeFirstOrThrow()
  if (Number(n) > 0)
    throw new ApiError(
      'conflict',
      `${Number(n) === 1 ? 'A document' : `${n} documents`} could not be made. Retry, or let sheets stand for what failed.`,
      { detail: 'failed' },
    )
}

/** Runs the work for so many rows at once; the first failure ends it. */
async function together<T>(
  width: number,
  rows: readonly T[],
  work: (row: T) => Promise<void>,
): Promise<void> {
  const waiting = rows.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const row of waiting) await work(row)
    }),
  )
}

async function doneSoFar(read: Reader, productionId: number): Promise<number> {
  const { n } = await read
    .selectFrom('production_document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('production_id', '=', productionId)
    .where('state', '=', 'made')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What of the plan says how a document is made. */
export type PlannedRow = Pick<
  MadeRow,
  | ('document_id' | 'place' | 'pages' | 'pages_before' | 'slip_sheet' | 'treatment')
  | ('designation' | 'file_sha256' | 'redaction_revision' | 'control')
>

export function toMake(
  {
    project_id: projectId,
    production_id: productionId,
    first_number: first,
    settings,
  }: Pick<StoredRun, 'project_id' | 'production_id' | 'first_number' | 'settings'>,
  row: PlannedRow,
  fields: ReadonlyMap<number, Readonly<Record<string, string>>>,
): ToMake {
  const slipSheet: SlipSheet | null = slipSheetIn(row.slip_sheet)
  const numbered = {
    ...{ place: row.place, pages: row.pages, pagesBefore: row.pages_before, control: row.control },
  }
  const text = (place: StampPlace, page: number): string => {
    const stamp = settings.stamps[place]
    switch (stamp?.kind) {
      case undefined:
        return ''
      case 'number':
        return pageNumber(settings.numbering, first ?? 1, numbered, page)
      case 'designation':
        return row.designation
      case 'text':
        return stamp.text
      case 'field':
        // A slip sheet says nothing of what is withheld.
        return row.treatment === 'withheld' ? '' : (fields.get(row.document_id)?.[stamp.field] ?? '')
    }
  }
  return {
    ...{
      productionId,
      projectId,
      documentId: row.document_id,
      fileSha256: row.file_sha256,
      pages: row.pages,
      slipSheet,
    },
    ...{ redactionRevision: row.redaction_revision, images: settings.images },
    native: row.treatment === 'native' || row.treatment === 'both',
    text: settings.texts && row.treatment !== 'withheld',
    numberPlaces: stampPlaces.filter((place) => settings.stamps[place]?.kind === 'number'),
    stamps: (page) =>
      Object.fromEntries(
        stampPlaces.flatMap((place) => (text(place, page) === '' ? [] : [[place, text(place, page)]])),
      ),
  }
}

/** The row of a document names its file from before there is one. One that it has named and that was not finished goes first. */
async function nameFile(
  { records, blobs }: ProductionServices,
  run: JobRun,
  { production_id: productionId, place, sha256: before }: Row,
  sha256: string,
): Promise<void> {
  if (before !== null && before !== sha256)
    await removeMade({ records, blobs }, productionId, [before], place)
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    await trx
      .updateTable('production_document')
      .set({ sha256 })
      .where('production_id', '=', productionId)
      .where('place', '=', place)
      .execute()
  })
}

async function keep(
  { records, now }: ProductionServices,
  run: JobRun,
  { production_id: productionId, place }: Row,
  made: Made | { readonly reason: string },
  done: number,
): Promise<void> {
  await records.write('bulk', async (trx) => {
    await run.hold(trx)
    if (!('reason' in made)) {
      await nameBlobs(trx, new Map([[made.sha256, made.size]]), instantOf(now()))
    }
    await trx
      .updateTable('production_document')
      .set(
        'reason' in made
          ? { state: 'failed', fault: made.reason }
          : {
              ...{ state: 'made', sha256: made.sha256, parts: JSON.stringify(made.parts) },
              drawn: JSON.stringify(made.drawn),
              native: made.native === null ? null : JSON.stringify(made.native),
            },
      )
      .where('production_id', '=', productionId)
      .where('place', '=', place)
      .execute()
    await trx.updateTable('job').set({ items_done: done }).where('job_id', '=', run.jobId).execute()
  })
}
