/** The cells of a document's row, from the record as it stands, by the columns of the settings. */
import type { LoadFileColumn, ProducedField, ProductionSettings } from '#contracts/production-settings.ts'
import type { Cell } from '../../platform/load-files/write-delimited.ts'
import type { Reader } from '../../platform/records/records.ts'
import { columnCells, type FieldCell, type ListColumn, listColumns } from '../../review/search/columns.ts'
import type { StoredProduction } from '../record/stored.ts'
import { dateWriter } from './dates.ts'
import { type Kin, kinOf } from './kin.ts'
import type { LaidDocument } from './layout.ts'
import type { Planned } from './planned.ts'
import { producedCell, producedField } from './produced-fields.ts'

/** A column of the load file with what it is filled from: a field that the production makes, or one of the project. */
export interface FilledColumn extends LoadFileColumn {
  readonly produced: ProducedField | null
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
  columns: readonly LoadFileColumn[],
): Promise<FilledColumn[]> {
  const fields = new Map(
    (await listColumns(read, { projectId, view: null })).map((column) => [
      column.field.name.toLowerCase(),
      column,
    ]),
  )
  return columns.map((column) => {
    const produced = producedField(column.source)
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
  readonly #project: { readonly projectId: number; readonly prefix: string }
  readonly #settings: ProductionSettings
  readonly #texts: (cell: FieldCell) => readonly string[]

  private constructor(
    read: Reader,
    project: { readonly projectId: number; readonly prefix: string; readonly timeZone: string },
    settings: ProductionSettings,
    columns: readonly FilledColumn[],
  ) {
    this.columns = columns
    this.#read = read
    this.#project = project
    this.#settings = settings
    const { instant, day } = dateWriter(settings.loadFile.dates, project.timeZone)
    this.#texts = ({ kind, values }) =>
      kind === 'instant' ? values.map(instant) : kind === 'day' ? values.map(day) : values
  }

  static async open(
    read: Reader,
    { project_id: projectId, settings }: Pick<StoredProduction, 'project_id' | 'settings'>,
    project: { readonly prefix: string; readonly timeZone: string },
  ): Promise<RowSource> {
    const columns = await filledColumns(read, projectId, settings.loadFile.columns)
    return new RowSource(read, { projectId, ...project }, settings, columns)
  }

  /** What the record holds of the documents of some families. */
  async cells(families: readonly (readonly Planned[])[]): Promise<Facts> {
    const fields = new Set(this.columns.flatMap(({ field }) => field ?? []))
    if (fields.size === 0) return new Map()
    const ids = families.flat().flatMap((one) => (saysOnlyNumbers(one) ? [] : one.documentId))
    return ids.length === 0 ? new Map() : columnCells(this.#read, this.#project, [...fields], ids)
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
    if (kin.isGuarded && ofRedacted !== 'keep') return ofRedacted === 'redacted' ? 'REDACTED' : ''
    const texts = this.#texts(cell)
    return cell.isList || texts.length > 1 ? texts : (texts[0] ?? '')
  }
}

type Facts = ReadonlyMap<number, ReadonlyMap<string, FieldCell>>

/** Of what a slip sheet stands for, nothing is told but its numbers. */
const saysOnlyNumbers = ({ treatment }: Planned): boolean =>
  treatment === 'withheld' || treatment === 'failed'
