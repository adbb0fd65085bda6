/** What a file would change, and what of it cannot be. Looked at and loaded, it is read by this same code. */
import type { CodedValue } from '#contracts/coding.ts'
import { sameValue } from '#contracts/coding-values.ts'
import { type KeyField, type OverlayKind, overlayLimits } from '#contracts/overlay.ts'
import { ApiError } from '../../platform/http/error.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { type BulkValues, customIdTarget } from '../../review/bulk/values.ts'
import { queryName } from '../../review/coding/fields.ts'
import { type Rule, rulesOf } from '../../review/coding/rules.ts'
import { codingFields } from '../../review/search/fields.ts'
import { cellValue, type Read } from './cells.ts'
import type { Fault, Faults } from './fault.ts'
import { holdersOf } from './holders.ts'
import type { Among } from './keys.ts'
import { customIdsOf, valuesOf } from './standing.ts'
import { readTable, type Table, type TableRow } from './table.ts'

export interface Examined {
  readonly table: Table
  readonly columns: readonly (Column & { readonly changes: number })[]
  /** What is right in it, by document. */
  readonly values: BulkValues
  readonly changes: number
  readonly alreadySo: number
  readonly faults: Faults
}

/** A column of the file and what it fills. */
interface Column {
  readonly column: string
  readonly at: number
  /** Null: nothing. */
  readonly fills: Filled | null
}

interface Filled {
  readonly targetId: number
  readonly name: string
  readonly read: (cell: string) => Read
}

interface Cell {
  readonly row: TableRow
  readonly column: Column
  readonly filled: Filled
  readonly value: CodedValue
}

export interface OverlayRequest {
  readonly kind: OverlayKind
  readonly key: string | null
  readonly by: KeyField | null
  readonly blank: 'keep' | 'clear'
}

/** Reads a file against the record as it stands. */
export async function examine(among: Among, text: string, wanted: OverlayRequest): Promise<Examined> {
  const { kind, blank } = wanted
  const not = kind === 'customIds' ? 'Custom_Id' : null
  const table = await readTable(among, text, { ...wanted, not })
  const columns = await columnsOf(among, table, kind)
  const { faults } = table
  const cells: Cell[] = []
  let filled = 0
  for (const [at, row] of table.rows.entries()) {
    if (at % 500 === 499) await breathe()
    for (const column of columns) {
      const cell = row.cells[column.at] ?? ''
      if (column.fills === null || (cell.trim() === '' && blank === 'keep')) continue
      const read = cell.trim() === '' ? { value: null } : column.fills.read(cell)
      if ('fault' in read)
        faults.add({
          row: row.row,
          column: column.column,
          code: 'badValue',
          reason: read.fault,
          value: cell,
        })
      else {
        filled += kind === 'customIds' ? 1 : row.documentIds.length
        if (filled > overlayLimits.values)
          throw refused(`A file fills at most ${overlayLimits.values} values. Part it.`)
        cells.push({ row, column, filled: column.fills, value: read.value })
      }
    }
  }
  const right = kind === 'customIds' ? await oneEach(among, cells, faults) : cells
  const standing = await (kind === 'customIds' ? customIdsOf : valuesOf)(among, right)
  const values = new Map<number, (readonly [number, CodedValue])[]>()
  const changes = new Map<Column, number>()
  let alreadySo = 0
  for (const { row, column, filled, value } of right)
    for (const documentId of row.documentIds) {
      values.set(documentId, [...(values.get(documentId) ?? []), [filled.targetId, value]])
      if (sameValue(value, standing(documentId, filled.targetId))) alreadySo += 1
      else changes.set(column, (changes.get(column) ?? 0) + 1)
    }
  return {
    table,
    columns: columns.map((column) => ({ ...column, changes: changes.get(column) ?? 0 })),
    values,
    changes: [...changes.values()].reduce((sum, n) => sum + n, 0),
    alreadySo,
    faults,
  }
}

async function columnsOf(among: Among, { heading, key }: Table, kind: OverlayKind): Promise<Column[]> {
  const others = heading.flatMap((column, at) => (at === key.at ? [] : [{ column, at }]))
  const fields = kind === 'customIds' ? [customId] : await customFields(among)
  const columns = others.map(({ column, at }): Column => {
    return { column, at, fills: called(fields, column) }
  })
  const filled = columns.flatMap(({ fills }) => fills ?? [])
  if (filled.length === 0)
    throw refused(
      kind === 'customIds'
        ? 'The file needs a column Custom_Id besides its key.'
        : 'No column of the file is called like a custom field of the project.',
    )
  const twice = filled.find((one, at) => filled.indexOf(one) !== at)
  if (twice !== undefined) throw refused(`Two columns of the file are called like ${twice.name}.`)
  return columns
}

/**
 * The field that a heading names: by its own letters, else as a query writes them. Fields that are written alike there are
 * told apart by their letters alone, and signs alone are written like any others.
 */
function called(fields: readonly Named[], column: string): Named | null {
  const exact = fields.find(({ name }) => name === column)
  if (exact !== undefined) return exact
  if (!/[\p{L}\p{N}]/u.test(column)) return null
  const [like, other] = fields.filter(({ names }) => names.includes(queryName(column)))
  if (like !== undefined && other !== undefined)
    throw refused(
      `The column ${column} may be ${like.name} or ${other.name}. Call it exactly like the field.`,
    )
  return like ?? null
}

const refused = (message: string): ApiError => new ApiError('request.invalid', message, { detail: 'body' })

type Named = Filled & { readonly names: readonly string[] }

/** Fields by what people call them, and as a query does. */
async function customFields({ read, projectId }: Among): Promise<Named[]> {
  const fields = await codingFields(read, projectId)
  const rules = await rulesOf(
    read,
    projectId,
    fields.map(({ fieldId }) => fieldId),
  )
  return fields.flatMap(({ fieldId, name, displayName }): Named[] => {
    const rule: Rule | undefined = rules.get(fieldId)
    if (rule === undefined) return []
    const names = [queryName(displayName), queryName(name)]
    return [{ targetId: fieldId, name: displayName, names, read: (cell) => cellValue(rule, cell) }]
  })
}

const longestId = 100
/** What identifiers of clients are made of: anything that is seen. */
const seen = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+$/u

const customId: Named = {
  targetId: customIdTarget,
  name: 'Custom_Id',
  names: [queryName('Custom_Id')],
  read: (cell) => {
    const value = cell.trim()
    if (value.length > longestId) return { fault: `A custom id has at most ${longestId} characters.` }
    return seen.test(value) ? { value } : { fault: 'A custom id has no control characters.' }
  },
}

/** A custom id is one document's: rows that find several documents, and ids that are another's, are faults. */
async function oneEach(among: Among, cells: readonly Cell[], faults: Faults): Promise<Cell[]> {
  const holders = await holdersOf(
    among.read,
    among.projectId,
    cells.map(({ value }) => (value === null ? null : String(value))),
  )
  const given = new Map<CodedValue, number>()
  return cells.filter(({ row, column, value }) => {
    const bad = (code: Fault['code'], reason: string): boolean => {
      faults.add({ row: row.row, column: column.column, code, reason, value: row.cells[column.at] ?? '' })
      return false
    }
    const [documentId, ...more] = row.documentIds
    if (more.length > 0) return bad('ambiguous', `${row.documentIds.length} documents are found by this key.`)
    if (value === null) return true
    const before = given.get(value)
    if (before !== undefined) return bad('twice', `Row ${before} gives the same custom id.`)
    given.set(value, row.row)
    const holder = holders.get(String(value))
    return (
      holder === undefined || holder === documentId || bad('taken', 'Another document has this custom id.')
    )
  })
}
