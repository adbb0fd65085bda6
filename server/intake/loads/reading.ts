/** Reads the files of a load to their end and makes its plan: for whoever checks it, and for the job that does it. */
import type { LoadSettings } from '#contracts/loads.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { ApiError } from '../../platform/http/error.ts'
import { LoadFileFault } from '../../platform/load-files/faults.ts'
import { ImageDocuments } from '../../platform/load-files/image-documents.ts'
import { readLfp } from '../../platform/load-files/lfp.ts'
import { readOpt } from '../../platform/load-files/opt.ts'
import { VolumeFiles } from '../../platform/load-files/volume-paths.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'
import { fieldsFilled, type TakenChoices } from './fields.ts'
import { dialectOf, type Mapping, mappingOf } from './mapping.ts'
import { type LoadPlan, Planning } from './plan/planning.ts'
import { type MetRow, openRows, type Rows } from './rows.ts'
import { type FilledField, type RowValues, ValueReader } from './values.ts'

/** A file that is loaded, or could be. */
export interface VolumeFile {
  readonly sourceFileId: number
  readonly path: readonly string[]
  readonly sha256: string
  readonly size: number
}

export interface Read {
  readonly plan: LoadPlan
  readonly mapping: Mapping
  /** To be read again; null where documents come from the image list alone. Whoever has it closes it. */
  readonly rows: Rows | null
  readonly fields: readonly FilledField[]
  readonly choices: TakenChoices
  /** Custodians that rows name, as they first stand there. */
  readonly custodians: readonly string[]
  readonly fileAt: ReadonlyMap<string, VolumeFile>
  /** Files that nothing names. */
  readonly unused: readonly VolumeFile[]
}

interface Asked {
  readonly projectId: number
  readonly settings: LoadSettings
  readonly files: readonly VolumeFile[]
  /** Fields that this load has made before, by column. */
  readonly made: ReadonlyMap<number, number>
  /** Hears what each row says. */
  readonly onRow?: (row: MetRow, values: RowValues) => void
  readonly beat?: () => Promise<void>
}

/** Rows that are read before others get their turn. */
const rowsAtOnce = 200

export async function readLoad(
  services: { readonly read: Reader; readonly blobs: Blobs; readonly spool: string },
  asked: Asked,
): Promise<Read> {
  const { settings, files } = asked
  const fileOf = (sourceFileId: number): VolumeFile => {
    const file = files.find((one) => one.sourceFileId === sourceFileId)
    if (file !== undefined) return file
    throw new ApiError('conflict', 'A load file is not among the files that wait in this source any more.', {
      detail: 'sourceFileId',
    })
  }
  const own = [settings.rows, settings.images].flatMap((one) =>
    one === null ? [] : fileOf(one.sourceFileId),
  )
  // Of a file that came twice the newer one counts.
  const fileAt = new Map(files.map((file) => [file.path.join('/'), file]))
  const volume = new VolumeFiles(fileAt.keys(), rootsOf(own))
  const rows =
    settings.rows === null
      ? null
      : openRows(
          services,
          { ...fileOf(settings.rows.sourceFileId), kind: settings.rows.kind },
          dialectOf(settings),
        )
  try {
    return await pass(services, asked, { rows, own, volume, fileAt, fileOf })
  } catch (error) {
    await rows?.close()
    throw asConflict(error)
  }
}

/** A file that cannot be read as it was said is a conflict with what was said. */
export const asConflict = (error: unknown): unknown =>
  error instanceof LoadFileFault
    ? new ApiError('conflict', `Line ${error.line}: ${error.message}`, { detail: 'rows' })
    : error

interface Opened {
  readonly rows: Rows | null
  readonly own: readonly VolumeFile[]
  readonly volume: VolumeFiles
  readonly fileAt: ReadonlyMap<string, VolumeFile>
  readonly fileOf: (sourceFileId: number) => VolumeFile
}

async function pass(
  { read, blobs }: { readonly read: Reader; readonly blobs: Blobs },
  { projectId, settings, files, made, onRow, beat }: Asked,
  { rows, own, volume, fileAt, fileOf }: Opened,
): Promise<Read> {
  const dialect = dialectOf(settings)
  const isXml = settings.rows?.kind === 'edrm'
  const names = rows === null ? [] : await namesOf(rows, isXml)
  const mapping = mappingOf(settings, names)
  const { filled, choices } = await fieldsFilled(read, projectId, mapping, made)
  const reader = new ValueReader(settings, mapping, dialect, filled)
  const planning = new Planning(
    mapping,
    dialect,
    volume,
    settings.mode.is === 'overlay' ? settings.mode.column : null,
  )
  let turns = 0
  const turn = async (): Promise<void> => {
    if (++turns % rowsAtOnce > 0) return
    await breathe()
    await beat?.()
  }
  if (settings.images !== null)
    await readImages(
      blobs,
      { ...fileOf(settings.images.sourceFileId), kind: settings.images.kind },
      planning,
      turn,
    )
  const custodians = new Map<string, string>()
  if (rows === null) planning.addListed()
  else
    for await (const item of rows.read()) {
      await turn()
      if (item.kind === 'refused') planning.refuse(item, item.reason)
      else if (item.kind === 'attached') planning.attach(item.parent, item.child)
      else if (item.kind === 'warning') planning.warn(item.reason)
      else if (planning.add(item)) {
        const values = reader.read(item.values, { attachedTo: '' })
        for (const name of values.custodians)
          if (name !== '' && !custodians.has(name.toLowerCase())) custodians.set(name.toLowerCase(), name)
        onRow?.(item, values)
      }
    }
  if (settings.mode.is === 'overlay') {
    const left = mapping.metadata.length + mapping.properties.size
    if (left > 0)
      planning.warn(
        `${left} ${left === 1 ? 'column is' : 'columns are'} not laid over documents that are there: an overlay fills fields of the project, texts and images.`,
      )
  }
  const mapped = new Set(settings.columns.map(({ column }) => column))
  const unmapped = isXml ? names.filter((_, column) => !mapped.has(column)).length : 0
  if (unmapped > 0) planning.warn(`${unmapped} tags of the XML fill nothing, and are not read.`)
  const plan = planning.end()
  const ownIds = new Set(own.map(({ sourceFileId }) => sourceFileId))
  const used = new Set([...plan.used].flatMap((path) => fileAt.get(path)?.sourceFileId ?? []))
  const unused = files.filter(({ sourceFileId }) => !ownIds.has(sourceFileId) && !used.has(sourceFileId))
  return {
    plan: {
      ...plan,
      counts: {
        ...plan.counts,
        ...{ files: files.length, used: files.length - unused.length, unused: unused.length },
      },
    },
    ...{ mapping, rows, fields: filled, choices, custodians: [...custodians.values()], fileAt, unused },
  }
}

/** What the columns are called: the beginning of a file says it, of XML all of it. */
async function namesOf(rows: Rows, isXml: boolean): Promise<readonly string[]> {
  for await (const item of rows.read()) if (item.kind === 'row' && !isXml) break
  return [...rows.names()]
}

async function readImages(
  blobs: Blobs,
  { sha256, kind }: { readonly sha256: string; readonly kind: 'opt' | 'lfp' },
  planning: Planning,
  turn: () => Promise<void>,
): Promise<void> {
  const documents = new ImageDocuments()
  const pieces = await blobs.open(sha256)
  for await (const item of kind === 'opt' ? readOpt(pieces) : readLfp(pieces)) {
    await turn()
    if (item.kind === 'warning') planning.warn(item.reason)
    else if (item.kind === 'refused')
      planning.fault(item, {
        ...{ column: null, code: 'badImage', refusesRow: false },
        reason: `Image list: ${item.reason}`,
      })
    else {
      const ended = documents.push(item)
      if (ended !== null) planning.listed(ended)
    }
  }
  const last = documents.end()
  if (last !== null) planning.listed(last)
}

/** Paths begin at the folder of their load file, or at one around it. */
function rootsOf(files: readonly VolumeFile[]): string[] {
  const roots = files.flatMap(({ path }) => {
    const folders = path.slice(0, -1)
    return Array.from({ length: folders.length + 1 }, (_, up) =>
      folders.slice(0, folders.length - up).join('/'),
    )
  })
  return [...new Set(roots)]
}
