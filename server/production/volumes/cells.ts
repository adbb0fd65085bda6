/** The cells of a document's row, from the record as it stands, by the columns of the settings. */
import type { LoadFileColumn } from '#contracts/production-settings.ts'
import type { Cell } from '../../platform/load-files/write-delimited.ts'
import type { Reader } from '../../platform/records/records.ts'
import { columnCells, type FieldCell, type ListColumn, listColumns } from '../../review/search/columns.ts'
import type { StoredRun } from '../record/stored.ts'
import { redactedFamilies } from '../redacted/redacted-in.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import { dateWriter } from './dates.ts'
import { type Kin, kinOf } from './kin.ts'
import type { LaidDocument } from './layout.ts'
import type { Planned } from './planned.ts'
import { type MadeField, madeField, producedCell } from './produced-fields.ts'

/** A column of the load file with what it is filled from: a field that the production or export makes, or one of the project. */
export interface FilledColumn extends LoadFileColumn {
  readonly produced: MadeField | null
  readonly field: ListColumn | null
}

/** A row as it goes into every load file. */
export interface Row {
  readonly laid: LaidDocument
  readonly kin: Kin
  /** For each column. */
  readonly cells: readonly Cell[]
}

/** Columns whose field the project does not have are filled from nothing: what becomes of them is the caller's matter. */
export async function filledColumns(
  read: Reader,
  projectId: number,
  { numbering, loadFile: { columns } }: Pick<RunSettings, 'numbering' | 'loadFile'>,
): Promise<FilledColumn[]> {
  const fields = new Map(
    (await listColumns(read, { projectId, view: null })).map((column) => [
      column.field.name.toLowerCase(),
      column,
    ]),
  )
  return columns.map((column) => {
    const produced = madeField(column.source, numbering.level === 'none')
    return {
      ...{ ...column, produced },
      field: produced === null ? (fields.get(column.source.toLowerCase()) ?? null) : null,
    }
  })
}

/** Makes rows of a production. */
export class RowSource {
  readonly columns: readonly FilledColumn[]
  readonly #read: Reader
  /** What values are read through. */
  readonly #seen: Reader
  readonly #project: { readonly projectId: number; readonly prefix: string }
  readonly #settings: RunSettings
  readonly #texts: (cell: FieldCell) => readonly string[]
  #guarded: ReadonlySet<number> = new Set()

  private constructor(
    readers: { readonly read: Reader; readonly seen: Reader },
    project: { readonly projectId: number; readonly prefix: string; readonly timeZone: string },
    settings: RunSettings,
    columns: readonly FilledColumn[],
  ) {
    this.columns = columns
    this.#read = readers.read
    this.#seen = readers.seen
    this.#project = project
    this.#settings = settings
    const { instant, day } = dateWriter(settings.loadFile.dates, project.timeZone)
    this.#texts = ({ kind, values }) =>
      kind === 'instant' ? values.map(instant) : kind === 'day' ? values.map(day) : values
  }

  /** `seen`: what values are read through; by `read` all documents of the project. */
  static async open(
    readers: { readonly read: Reader; readonly seen: Reader },
    { project_id: projectId, settings }: Pick<StoredRun, 'project_id' | 'settings'>,
    project: { readonly prefix: string; readonly timeZone: string },
  ): Promise<RowSource> {
    const columns = await filledColumns(readers.read, projectId, settings)
    return new RowSource(readers, { projectId, ...project }, settings, columns)
  }

  /** What the record holds of the documents of some families. */
  async cells(families: readonly (readonly Planned[])[]): Promise<Facts> {
    await this.#guard(families)
    const fields = new Set(this.columns.flatMap(({ field }) => field ?? []))
    if (fields.size === 0) return new Map()
    const ids = families.flat().flatMap((one) => (saysOnlyNumbers(one) ? [] : one.documentId))
    return ids.length === 0 ? new Map() : columnCells(this.#seen, this.#project, [...fields], ids)
  }

  /** Of an export, in which members of a family may be missing: whether one of these is redacted. */
  async #guard(families: readonly (readonly Planned[])[]): Promise<void> {
    if (this.#settings.numbering.level !== 'none') return
    const ids = families.flatMap(([first]) => first?.familyId ?? [])
    this.#guarded = await redactedFamilies(this.#read, ids)
  }

  /** The rows of a family whose files are laid out. */
  rows(family: readonly LaidDocument[], facts: Facts): Row[] {
    const kins = kinOf(family.map(({ document }) => document))
    return family.flatMap((laid) => {
      const kin = kins.get(laid.document.documentId)
      if (kin === undefined) return []
      const known = facts.get(laid.document.documentId)
      const cells = this.columns.map((column) => this.#cell(column, laid, kin, known))
      return { laid, kin, cells }
    })
  }

  #cell(
    { produced, field, ofRedacted }: FilledColumn,
    laid: LaidDocument,
    kin: Kin,
    known: ReadonlyMap<string, FieldCell> | undefined,
  ): Cell {
    if (produced !== null) return producedCell(produced, laid, kin, this.#settings.loadFile)
    const cell = field === null ? undefined : known?.get(field.field.name)
    if (cell === undefined || saysOnlyNumbers(laid.document)) return ''
    if ((kin.isGuarded || this.#guarded.has(laid.document.familyId)) && ofRedacted !== 'keep')
      return ofRedacted === 'redacted' ? 'REDACTED' : ''
    const texts = this.#texts(cell)
    return cell.isList || texts.length > 1 ? texts : (texts[0] ?? '')
  }
}

type Facts = ReadonlyMap<number, ReadonlyMap<string, FieldCell>>

/** Of what a slip sheet stands for, nothing is told but its numbers. */
const saysOnlyNumbers = ({ treatment }: Planned): boolean =>
  treatment === 'withheld' || treatment === 'failed'
