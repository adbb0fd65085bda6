/** The rows of the log as they stand: what the record says, and what people have written over it. */
import type { ChangedValue, LogRow, LogSource, PrivilegeLogSettings } from '#contracts/privilege-log.ts'
import { logSources } from '#contracts/privilege-log.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { columnCells, type FieldCell, type ListColumn } from '../../review/search/columns.ts'
import { dateWriter } from '../volumes/dates.ts'
import { type LogDocument, logDocuments } from './documents.ts'
import { type Cells, type Entry, entriesOf, logNumbers, writtenSince } from './entries.ts'
import { asTreated, type OnLog, onLog } from './on-log.ts'
import { People } from './people.ts'
import { plainLine, plainLines } from './plain-text.ts'
import { type LogSettings, logFields, logSettingsOf } from './settings.ts'

/** A document of the log with all that decides whether, where and how its row is shown. */
export interface Line {
  readonly document: LogDocument
  readonly on: OnLog
  readonly logNumber: number | null
  readonly entry: Entry | null
  /** Where fields fill basis and description: what they say. */
  readonly filled: { readonly Basis: string; readonly Description: string }
}

/** The cells of every row, whichever columns there are. */
const always = ['Author', 'Basis', 'Description'] as const satisfies readonly LogSource[]

/** Rows that are read and put together at once: the server answers others between them. */
const step = 100

/** The log as it stands for whoever asks. */
export class LogNow {
  readonly stored: LogSettings
  readonly people: People
  readonly #ctx: ProjectContext
  /** Fields by their sources, in lower case. */
  readonly #fields: ReadonlyMap<string, ListColumn>
  readonly #write: (cell: FieldCell) => string
  readonly #date: (instant: string) => string

  private constructor(ctx: ProjectContext, stored: LogSettings, fields: ReadonlyMap<string, ListColumn>) {
    this.#ctx = ctx
    this.stored = stored
    this.#fields = fields
    this.people = new People(stored.settings)
    const { instant, day } = dateWriter(stored.settings.dates, ctx.project.timeZone)
    this.#date = instant
    this.#write = ({ kind, values }) => {
      const texts = kind === 'instant' ? values.map(instant) : kind === 'day' ? values.map(day) : values
      return texts.map(plainLine).join('; ')
    }
  }

  static async open(ctx: ProjectContext): Promise<LogNow> {
    const stored = await logSettingsOf(ctx.records.read, ctx.project.projectId)
    const { columns, basisField, descriptionField } = stored.settings
    const asked = new Set(columns.map(({ source }) => source.toLowerCase()))
    const filling = new Set([basisField, descriptionField].map((name) => name?.toLowerCase()))
    const fields = new Map<string, ListColumn>()
    for (const [name, { column, mayLeave }] of await logFields(ctx))
      if ((mayLeave && asked.has(name)) || filling.has(name)) fields.set(name, column)
    return new LogNow(ctx, stored, fields)
  }

  get settings(): PrivilegeLogSettings {
    return this.stored.settings
  }

  /** All rows, in no order. */
  async all(): Promise<Line[]> {
    return await this.#asOfOneMoment(await this.#lines(await onLog(this.#ctx, this.settings)))
  }

  /** Those of some documents, be they on the log or not; those that are not in review are left out. */
  async of(ids: readonly number[]): Promise<Line[]> {
    return await this.#lines(await asTreated(this.#ctx, this.settings, ids))
  }

  async #lines(on: ReadonlyMap<number, OnLog>): Promise<Line[]> {
    const ids = [...on.keys()]
    const lines: Line[] = []
    for (let at = 0; at < ids.length; at += step) {
      lines.push(...(await this.#someLines(on, ids.slice(at, at + step))))
      await breathe()
    }
    return lines
  }

  /** What was written while the lines were read is in all of them, or in none: no save is seen by half. */
  async #asOfOneMoment(lines: readonly Line[]): Promise<Line[]> {
    const { records, project } = this.#ctx
    let now = [...lines]
    for (;;) {
      const late = await writtenSince(
        records.read,
        project.projectId,
        new Map(now.map(({ document, entry }) => [document.documentId, entry?.version ?? 0])),
      )
      if (late.length === 0) return now
      const entries = await entriesOf(records.read, project.projectId, late)
      now = now.map((line) => ({ ...line, entry: entries.get(line.document.documentId) ?? line.entry }))
    }
  }

  async #someLines(on: ReadonlyMap<number, OnLog>, ids: readonly number[]): Promise<Line[]> {
    const { records, project } = this.#ctx
    const [documents, entries, numbers, filled] = await Promise.all([
      logDocuments(records.read, project, ids),
      entriesOf(records.read, project.projectId, ids),
      logNumbers(records.read, project.projectId, ids),
      this.#filled(ids),
    ])
    return [...documents].flatMap(([id, document]) => {
      const treated = on.get(id)
      if (treated === undefined) return []
      return {
        ...{ document, on: treated, logNumber: numbers.get(id) ?? null, entry: entries.get(id) ?? null },
        filled: filled.get(id) ?? { Basis: '', Description: '' },
      }
    })
  }

  async #filled(ids: readonly number[]): Promise<ReadonlyMap<number, Line['filled']>> {
    const { basisField, descriptionField } = this.settings
    const of = (name: string | null) => (name === null ? undefined : this.#fields.get(name.toLowerCase()))
    const [basis, description] = [of(basisField), of(descriptionField)]
    if (basis === undefined && description === undefined) return new Map()
    const { records, project } = this.#ctx
    const columns = [basis, description].filter((column) => column !== undefined)
    const cells = await columnCells(records.read, project, columns, ids)
    const text = (id: number, column: ListColumn | undefined, plain: (text: string) => string): string => {
      const cell = column === undefined ? undefined : cells.get(id)?.get(column.field.name)
      return cell === undefined ? '' : plain(cell.values.join('; '))
    }
    return new Map(
      ids.map((id) => [
        id,
        { Basis: text(id, basis, plainLine), Description: text(id, description, plainLines) },
      ]),
    )
  }

  /** Some rows at a time, each with what its cells show. */
  async *shownRows(lines: readonly Line[]): AsyncGenerator<(readonly [Line, Cells])[]> {
    const sources = this.#shownSources()
    for (let at = 0; at < lines.length; at += step) {
      const derived = await this.derived(lines.slice(at, at + step))
      yield [...derived].map(([line, cells]) => [line, shownIn(sources, line, cells)] as const)
      await breathe()
    }
  }

  /** What the record says in each cell of some rows: a few at a time. */
  async derived(lines: readonly Line[]): Promise<ReadonlyMap<Line, Cells>> {
    const { records, project } = this.#ctx
    const wanted = this.settings.columns.flatMap(({ source }) => {
      if (logSources.some((own) => own === source)) return []
      const column = this.#fields.get(source.toLowerCase())
      return column === undefined ? [] : { source, column }
    })
    const cells =
      wanted.length === 0
        ? null
        : await columnCells(
            records.read,
            project,
            wanted.map(({ column }) => column),
            lines.map(({ document }) => document.documentId),
          )
    return new Map(
      lines.map((line) => {
        const own = cells?.get(line.document.documentId)
        const others = wanted.map(({ source, column }) => {
          const cell = own?.get(column.field.name)
          return [source, cell === undefined ? '' : this.#write(cell)] as const
        })
        return [line, { ...this.#own(line), ...Object.fromEntries(others) }]
      }),
    )
  }

  #own({ document, on, logNumber, filled }: Line): Record<LogSource, string> {
    const { authors, to, cc, bcc } = document
    const { people } = this
    return {
      Log_Number: logNumber === null ? '' : String(logNumber),
      Control_Number: document.controlNumber,
      Production: on.latest?.production ?? '',
      Begin_Bates: on.latest?.first ?? '',
      End_Bates: on.latest?.last ?? '',
      Date: document.date === null ? '' : this.#date(document.date),
      Type: plainLine(document.type),
      ...{
        Author: people.shown(authors),
        To: people.shown(to),
        CC: people.shown(cc),
        BCC: people.shown(bcc),
      },
      Title: plainLine(document.title),
      Family: document.family,
      Attachments: document.attachments === 0 ? '' : String(document.attachments),
      Attorneys: people.lawyersAmong([...authors, ...to, ...cc, ...bcc]),
      ...filled,
      Treatment: on.treatment === 'withheld' ? 'Withheld' : 'Redacted',
      Redacted_Pages: on.redactedPages === 0 ? '' : String(on.redactedPages),
    }
  }

  /** What is shown: what somebody has written, or else what the record says. */
  shown(line: Line, derived: Cells): Record<string, string> {
    return shownIn(this.#shownSources(), line, derived)
  }

  #shownSources(): ReadonlySet<string> {
    return new Set([...this.settings.columns.map(({ source }) => source), ...always])
  }

  /** What the record says otherwise since somebody described the document. */
  changed({ document, on, entry }: Line): ChangedValue[] {
    if (entry === null || (entry.cells.Basis === undefined && entry.cells.Description === undefined))
      return []
    const now = this.facts(document, on)
    const said = (source: string, text: string) =>
      source === 'Date' && text !== '' ? this.#date(text) : text
    return Object.entries(now).flatMap(([source, is]) => {
      const was = entry.facts[source]
      return was === undefined || was === is ? [] : { source, was: said(source, was), is: said(source, is) }
    })
  }

  /** What a description rests on, as the record says it: no name made one, no date written out. */
  facts({ date, authors, to, cc, bcc, ...document }: LogDocument, { treatment }: OnLog): Cells {
    const { people } = this
    return {
      ...{ Date: date ?? '', Type: plainLine(document.type), Title: plainLine(document.title) },
      ...{ Author: people.spelled(authors), To: people.spelled(to) },
      ...{ CC: people.spelled(cc), BCC: people.spelled(bcc) },
      ...{ Attachments: String(document.attachments), Treatment: treatment },
    }
  }

  row(line: Line, derived: Cells): LogRow {
    const { document, on, logNumber, entry } = line
    return {
      ...{ documentId: document.documentId, controlNumber: document.controlNumber, logNumber },
      ...{ treatment: on.treatment, why: on.why, values: this.shown(line, derived) },
      derived: Object.fromEntries(
        Object.keys(entry?.cells ?? {}).map((source) => [source, derived[source] ?? '']),
      ),
      ...{ toDescribe: isToDescribe(line), changed: this.changed(line), version: entry?.version ?? 0 },
      written: entry === null ? null : { by: entry.by, at: entry.at },
    }
  }
}

const shownIn = (sources: ReadonlySet<string>, { entry }: Line, derived: Cells): Record<string, string> =>
  Object.fromEntries([...sources].map((source) => [source, entry?.cells[source] ?? derived[source] ?? '']))

/** It has no basis, or no description. */
export const isToDescribe = ({ entry, filled }: Line): boolean =>
  (entry?.cells.Basis ?? filled.Basis) === '' || (entry?.cells.Description ?? filled.Description) === ''
