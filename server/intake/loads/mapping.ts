/** Which column fills what, held against the load file and the project before anything is read by it. */
import type { LoadDialect, LoadSettings, LoadTarget, loadProperties, loadRoles } from '#contracts/loads.ts'
import { ApiError } from '../../platform/http/error.ts'
import { type Dialect, dialectFault } from '../../platform/load-files/dialect.ts'

export type LoadRole = (typeof loadRoles)[number]
export type LoadProperty = (typeof loadProperties)[number]
type NewField = Extract<LoadTarget, { is: 'newField' }>

/** A column whose values are coded. */
export interface FieldColumn {
  readonly column: number
  readonly is: { readonly fieldId: number } | NewField
}

export interface Mapping {
  readonly roles: ReadonlyMap<LoadRole, number>
  readonly properties: ReadonlyMap<LoadProperty, number>
  readonly fields: readonly FieldColumn[]
  readonly metadata: readonly number[]
  /** What the columns are called. */
  readonly names: readonly string[]
}

/** Of EDRM XML: how its values are written. Dates are as the standard has them, unless somebody says otherwise. */
export const xmlDialect: LoadDialect = {
  ...{ encoding: 'utf-8', separator: ',', qualifier: '"', newline: null },
  ...{ multiValue: ';', nested: '\\', heading: true, dates: ['YYYY-MM-DD'] },
}

/** How rows are read; of XML, how its values are. */
export const dialectOf = ({ rows }: LoadSettings): Dialect => ({
  ...(rows?.dialect ?? xmlDialect),
  mark: true,
})

/** Throws where the settings do not fit each other, or the columns that there are. */
export function mappingOf(settings: LoadSettings, names: readonly string[]): Mapping {
  const { rows, images, columns, mode, custodians } = settings
  if (rows === null && images === null)
    throw refused('rows', 'Choose a load file: one with a row for each document, an image list, or both.')
  if (rows?.kind === 'delimited' && rows.dialect === null)
    throw refused('dialect', 'Say how the load file is written.')
  const dialect = dialectOf(settings)
  const fault = dialectFault(dialect)
  if (fault !== null) throw refused('dialect', fault)
  const roles = new Map<LoadRole, number>()
  const properties = new Map<LoadProperty, number>()
  const fields: FieldColumn[] = []
  const metadata: number[] = []
  const taken = new Set<number>()
  const filled = new Set<string>()
  for (const { column, target } of columns) {
    const name = names[column]
    if (name === undefined)
      throw refused('columns', `The load file has ${names.length} columns, and none at place ${column + 1}.`)
    if (taken.has(column)) throw refused('columns', `The column ${name} fills two things. Choose one.`)
    taken.add(column)
    const key = keyOf(target)
    if (key !== null && filled.has(key))
      throw refused('columns', `Two columns fill the same as ${name} does. Choose one of them.`)
    if (key !== null) filled.add(key)
    if (target.is === 'role') roles.set(target.role, column)
    else if (target.is === 'property') properties.set(target.property, column)
    else if (target.is === 'field') fields.push({ column, is: { fieldId: target.fieldId } })
    else if (target.is === 'newField') fields.push({ column, is: target })
    else if (target.is === 'metadata') metadata.push(column)
  }
  if (mode.is === 'new' && rows !== null && !roles.has('begin'))
    throw refused('begin', 'Say which column identifies each document: its first number, or its id.')
  if (mode.is === 'overlay') requireOverlay(settings, names, { roles, fields })
  if (custodians.is === 'column' && !roles.has('custodian'))
    throw refused('custodians', 'Say which column names the custodian, or take another way to tell them.')
  if (custodians.is === 'folder' && !roles.has('native'))
    throw refused('custodians', 'Custodians by folder need a column with the path of the native.')
  if (properties.has('Sent_Time') && !properties.has('Sent_Date'))
    throw refused('columns', 'A time of sending needs a column with its date.')
  return { roles, properties, fields, metadata, names }
}

function requireOverlay(
  { mode, rows, images }: LoadSettings,
  names: readonly string[],
  { roles, fields }: { readonly roles: Mapping['roles']; readonly fields: readonly FieldColumn[] },
): void {
  if (mode.is !== 'overlay') return
  if (rows === null)
    throw refused('rows', 'What is laid over documents needs a load file with a column that finds them.')
  if (names[mode.column] === undefined) throw refused('mode', 'The load file has no such column for the key.')
  if (fields.some(({ column }) => column === mode.column))
    throw refused('mode', 'The column with the key cannot fill a field at the same time.')
  if (images !== null && !roles.has('begin'))
    throw refused(
      'begin',
      'Images need a column with the first number of each document, as the image list has it.',
    )
  const hasTexts = roles.has('textPath') || roles.has('text')
  if (fields.length === 0 && images === null && !hasTexts)
    throw refused(
      'columns',
      'An overlay fills fields of the project, or lays texts or images over. Choose what a column fills.',
    )
  if ((roles.get('text') ?? roles.get('textPath')) === mode.column)
    throw refused('mode', 'The column with the key cannot be the text at the same time.')
}

/** What no two columns may fill. */
function keyOf(target: LoadTarget): string | null {
  switch (target.is) {
    case 'role':
      return `role ${target.role}`
    case 'property':
      return `property ${target.property}`
    case 'field':
      return `field ${target.fieldId}`
    case 'newField':
      return `new ${target.name.trim().toLowerCase()}`
    default:
      return null
  }
}

const refused = (detail: string, message: string): ApiError => new ApiError('conflict', message, { detail })
