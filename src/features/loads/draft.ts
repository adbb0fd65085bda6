/**
 * What is being prepared, put together: what was found out, over it what somebody has chosen, and what is still in the way.
 * Pure.
 */
import type { ReplyOf } from '#contracts/call.ts'
import type {
  findLoadFiles,
  LoadDialect,
  LoadSettings,
  LoadTarget,
  lookAtLoadFile,
} from '#contracts/loads.ts'
import type { DraftTarget, LoadDraft } from '#src/events/catalog/loads.ts'

export type FoundFiles = ReplyOf<typeof findLoadFiles>
export type Look = ReplyOf<typeof lookAtLoadFile>
export type LookColumn = Look['columns'][number]
type DateForm = LoadDialect['dates'][number]

/** Where somebody begins whose file says nothing of itself. */
export const usualDialect: LoadDialect = {
  encoding: 'utf-8',
  separator: '\u0014',
  qualifier: 'þ',
  newline: '®',
  multiValue: ';',
  nested: '\\',
  heading: true,
  dates: [],
}

/** The most likely file of each kind, and all as it is found out. */
export function begun({ data }: FoundFiles): LoadDraft {
  const first = <K extends string>(...kinds: readonly K[]) => {
    const found = data.find(({ kind }) => kinds.some((one) => one === kind))
    const kind = kinds.find((one) => one === found?.kind)
    return found === undefined || kind === undefined ? null : { sourceFileId: found.sourceFileId, kind }
  }
  return {
    rows: first('delimited', 'edrm'),
    images: first('opt', 'lfp'),
    dialect: null,
    columns: [],
    mode: { is: 'new' },
    custodians: null,
    timeZone: null,
  }
}

/** Where files are gone, processed or loaded meanwhile, it begins anew with those that there are. */
export function stillThere(draft: LoadDraft, found: FoundFiles): LoadDraft {
  const has = (file: { readonly sourceFileId: number } | null) =>
    file === null || found.data.some(({ sourceFileId }) => sourceFileId === file.sourceFileId)
  return has(draft.rows) && has(draft.images) ? draft : begun(found)
}

/** As it was found out, with the forms of those columns that have only one. */
export function foundDialect({ dialect, columns }: Look): LoadDialect | null {
  if (dialect === null || dialect.dates.length > 0) return dialect
  const sole = columns.flatMap(({ dates }) => (dates?.length === 1 ? dates : []))
  return { ...dialect, dates: [...new Set(sole)] }
}

export interface OpenDates {
  /** Of which one has to be chosen. */
  readonly forms: readonly DateForm[]
  readonly columns: readonly { readonly name: string; readonly value: string }[]
  /** Null: none, or more than one. */
  readonly chosen: DateForm | null
}

/** Columns whose dates can be read in several ways, those with the same ways together. */
export function datesToChoose(columns: readonly LookColumn[], dialect: LoadDialect): readonly OpenDates[] {
  const groups = Map.groupBy(
    columns.filter(({ dates }) => dates !== null && dates.length > 1),
    ({ dates }) => JSON.stringify(dates),
  )
  return [...groups.values()].map((own) => {
    const forms = own[0]?.dates ?? []
    const chosen = forms.filter((form) => dialect.dates.includes(form))
    return {
      forms,
      columns: own.map(({ name, values }) => ({
        name,
        value: values.find((one) => one.trim() !== '') ?? '',
      })),
      chosen: chosen.length === 1 ? (chosen[0] ?? null) : null,
    }
  })
}

/** Columns whose dates have a form that is not stated: they are refused. */
export const datesNotStated = (columns: readonly LookColumn[], dialect: LoadDialect): readonly string[] =>
  columns.flatMap(({ name, dates }) =>
    dates?.length === 1 && !dates.some((form) => dialect.dates.includes(form)) ? [name] : [],
  )

/** A sent date that is empty in the first rows, where nothing tells how dates are written: whoever knows may say it. */
export const datesUnseen = (columns: readonly LookColumn[]): readonly string[] =>
  columns.some(({ dates }) => dates !== null)
    ? []
    : columns.flatMap(({ name, proposed }) =>
        proposed.is === 'property' && proposed.property === 'Sent_Date' ? [name] : [],
      )

export const withDateForm = (
  dialect: LoadDialect,
  forms: readonly DateForm[],
  form: DateForm,
): LoadDialect => ({ ...dialect, dates: [...dialect.dates.filter((one) => !forms.includes(one)), form] })

export interface Mapped {
  readonly column: number
  readonly name: string
  readonly values: readonly string[]
  readonly target: DraftTarget
  /** By its name; nobody has said it. */
  readonly isProposed: boolean
}

export function mappingOf(draft: LoadDraft, { columns }: Look): readonly Mapped[] {
  const said = new Map(draft.columns.map(({ column, target }) => [column, target]))
  return columns.map(({ name, values, proposed }, column) => {
    const own = said.get(column)
    return { column, name, values, target: own ?? proposed, isProposed: own === undefined }
  })
}

/** What two columns must not fill both; null where they may. */
export function targetKey(target: DraftTarget): string | null {
  switch (target.is) {
    case 'role':
      return `role:${target.role}`
    case 'property':
      return `property:${target.property}`
    case 'field':
      return `field:${target.fieldId}`
    case 'newField':
      return target.name.trim() === '' ? null : `new:${target.name.trim().toLowerCase()}`
    case 'metadata':
    case 'ignored':
      return null
  }
}

export type Filled = Pick<Mapped, 'column' | 'target'>

export interface MappingFaults {
  /** By column. */
  readonly at: ReadonlyMap<number, string>
  /** Of the mapping as a whole. */
  readonly whole: readonly string[]
}

export function mappingFaults(
  draft: LoadDraft,
  mapping: readonly Mapped[],
  /** Names of the fields that the project has, in lower case. */
  known: ReadonlySet<string>,
): MappingFaults {
  const at = new Map<number, string>()
  const filled = Map.groupBy(mapping, ({ target }) => targetKey(target))
  for (const [key, own] of filled) {
    if (key === null || own.length < 2) continue
    for (const { column } of own) {
      const others = own.filter((one) => one.column !== column).map(({ name }) => name)
      at.set(column, `${others.join(', ')} ${others.length === 1 ? 'fills' : 'fill'} the same.`)
    }
  }
  for (const { column, target } of mapping) {
    const fault = columnFault(draft, column, target, known)
    if (fault !== null) at.set(column, fault)
  }
  return { at, whole: wholeFaults(draft, mapping) }
}

/** What a column cannot fill, whatever the others do. */
function columnFault(
  { mode }: LoadDraft,
  column: number,
  target: DraftTarget,
  known: ReadonlySet<string>,
): string | null {
  if (target.is === 'newField') {
    const name = target.name.trim()
    if (name === '') return 'Give the new field a name.'
    if (known.has(name.toLowerCase())) return 'The project has a field of this name: choose that.'
  }
  if (mode.is === 'new') return null
  if (column === mode.column && (target.is === 'field' || target.is === 'newField'))
    return 'The column that identifies documents cannot fill a field.'
  return column === mode.column && isText(target)
    ? 'The column that identifies documents cannot be their text.'
    : null
}

const isText = (target: DraftTarget): boolean =>
  target.is === 'role' && (target.role === 'text' || target.role === 'textPath')

/** What is missing, or does not fit together. The server has the last word: this is what is plain without asking it. */
function wholeFaults(draft: LoadDraft, mapping: readonly Mapped[]): readonly string[] {
  const { mode, images, rows } = draft
  if (rows === null) return images === null ? ['Choose a load file or an image list.'] : []
  const filled = new Set(mapping.flatMap(({ target }) => targetKey(target) ?? []))
  const custodians = custodiansOf(draft, mapping)
  const isNew = mode.is === 'new'
  const faults: readonly (readonly [boolean, string])[] = [
    [
      isNew && !filled.has('role:begin'),
      'No column is the begin number. It identifies each document: say which column it is.',
    ],
    [mode.is === 'overlay' && mode.column === null, 'Choose the column by which documents are found.'],
    [
      !isNew && images !== null && !filled.has('role:begin'),
      'The image list is laid over by begin numbers: say which column they are in, or choose no image list.',
    ],
    [
      !isNew &&
        images === null &&
        !mapping.some(({ target }) => target.is === 'field' || target.is === 'newField' || isText(target)),
      'An overlay fills fields of the project, or lays texts or images over. Choose what a column fills.',
    ],
    [
      custodians.is === 'column' && !filled.has('role:custodian'),
      'Custodians are to come from a column, and no column is the custodian.',
    ],
    [
      custodians.is === 'folder' && !filled.has('role:native'),
      'Custodians by folder need a column with the path of the native file.',
    ],
    [
      filled.has('property:Sent_Time') && !filled.has('property:Sent_Date'),
      'A sent time needs a column with the sent date.',
    ],
  ]
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []))
}

/** Whose documents they are, unless somebody says otherwise: of their column where there is one. */
export const custodiansOf = (
  { custodians, rows }: LoadDraft,
  mapping: readonly Mapped[],
): LoadSettings['custodians'] =>
  custodians ??
  (rows !== null && mapping.some(({ target }) => target.is === 'role' && target.role === 'custodian')
    ? { is: 'column' }
    : { is: 'source' })

/** As they are sent; null while something is in the way. */
export function settingsOf(
  draft: LoadDraft,
  dialect: LoadDialect | null,
  mapping: readonly Mapped[],
  faults: MappingFaults,
  projectZone: string,
): LoadSettings | null {
  const { rows, images, mode, timeZone } = draft
  if (faults.at.size > 0 || faults.whole.length > 0) return null
  if (rows?.kind === 'delimited' && dialect === null) return null
  const column = mode.is === 'overlay' ? mode.column : null
  if (mode.is === 'overlay' && column === null) return null
  return {
    rows: rows && { ...rows, dialect },
    images,
    columns: rows === null ? [] : mapping.map((one) => ({ column: one.column, target: whole(one.target) })),
    mode: mode.is === 'overlay' && column !== null ? { ...mode, column } : { is: 'new' },
    custodians: custodiansOf(draft, mapping),
    timeZone: timeZone ?? projectZone,
  }
}

const whole = (target: DraftTarget): LoadTarget =>
  target.is === 'newField' ? { ...target, name: target.name.trim() } : target

/** What a template says of the columns that are here. */
export function columnsOfTemplate(
  mapping: readonly Mapped[],
  columns: readonly { readonly name: string; readonly target: LoadTarget }[],
): readonly Filled[] {
  const byName = new Map(columns.map(({ name, target }) => [name.trim().toLowerCase(), target]))
  return mapping.flatMap(({ column, name }) => {
    const target = byName.get(name.trim().toLowerCase())
    return target === undefined ? [] : [{ column, target }]
  })
}
