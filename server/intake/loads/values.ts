/** What a row of a load file says of its document, and what of it cannot be taken. */
import type { CodedValue } from '#contracts/coding.ts'
import { formTextLimits } from '#contracts/coding.ts'
import { type FieldRule, kindOf } from '#contracts/coding-values.ts'
import type { LoadSettings } from '#contracts/loads.ts'
import { custodianName } from '#contracts/project.ts'
import { isDateFault, type ReadDate, readDate } from '../../platform/load-files/dates.ts'
import { type Dialect, multiValues } from '../../platform/load-files/dialect.ts'
import type { Address } from '../../review/documents/mail-address.ts'
import { cellValue } from '../overlay/cells.ts'
import { zoneClock } from '../processing/chat/zone.ts'
import type { Mail } from '../processing/member.ts'
import { storable } from '../processing/text.ts'
import { addressesIn } from './addresses.ts'
import type { LoadProperty, LoadRole, Mapping } from './mapping.ts'
import type { PlanFault } from './plan/fault.ts'

export type ValueFault = Pick<PlanFault, 'column' | 'code' | 'reason'>

/** A field that a column fills. `key`: its id, or its column while it is not made. */
export interface FilledField {
  readonly column: number
  readonly fieldId: number
  readonly rule: FieldRule
  /** A new field takes what choices come, as many as there is room for. */
  readonly takes?: (choice: string) => boolean
}

export interface RowValues {
  readonly name: string | null
  readonly fileName: string | null
  readonly subject: string | null
  readonly mail: Mail | null
  readonly sentAt: string | null
  readonly sentOriginal: string
  readonly messageId: string
  readonly inReplyTo: string
  readonly sourcePath: string | null
  readonly md5: string | null
  readonly sha1: string | null
  readonly text: string | null
  readonly custodians: readonly string[]
  readonly customId: string | null
  readonly metadata: Readonly<Record<string, readonly string[]>>
  readonly coded: readonly { readonly fieldId: number; readonly value: CodedValue }[]
  readonly faults: readonly ValueFault[]
}

/** Under which names the place of a document among others is kept. */
const batesNames: readonly (readonly [LoadRole, string])[] = [
  ['begin', 'Begin_Bates'],
  ['end', 'End_Bates'],
  ['beginAttach', 'Begin_Attach'],
  ['endAttach', 'End_Attach'],
  ['attachmentRange', 'Attachment_Range'],
  ['parent', 'Parent_Bates'],
  ['children', 'Child_Bates'],
]

const longest = { value: 100_000, name: 4_000, metadataName: 200, customId: 100, addresses: 10_000 } as const
const seen = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+$/u

/** Reads rows by a mapping. It keeps nothing of them. */
export class ValueReader {
  readonly #settings: LoadSettings
  readonly #mapping: Mapping
  readonly #dialect: Dialect
  readonly #fields: readonly FilledField[]
  readonly #clock: ReturnType<typeof zoneClock>

  constructor(settings: LoadSettings, mapping: Mapping, dialect: Dialect, fields: readonly FilledField[]) {
    this.#settings = settings
    this.#mapping = mapping
    this.#dialect = dialect
    this.#fields = fields
    this.#clock = zoneClock(settings.timeZone)
  }

  read(values: readonly string[], also: { readonly attachedTo: string }): RowValues {
    const faults: ValueFault[] = []
    const role = (name: LoadRole): string => this.#said(values, this.#mapping.roles.get(name))
    const property = (name: LoadProperty): string => this.#said(values, this.#mapping.properties.get(name))
    const kept = (name: LoadProperty): string | null => cut(property(name), longest.name)
    const text = this.#mapping.roles.has('text')
      ? storable(values[this.#mapping.roles.get('text') ?? -1] ?? '')
      : null
    return {
      name: kept('Document_Name'),
      fileName: kept('File_Name'),
      subject: kept('Subject'),
      mail: this.#mail(values),
      ...this.#sent(values, faults),
      messageId: bracketless(property('Message_ID')).slice(0, longest.name),
      inReplyTo: bracketless(property('In_Reply_To')).slice(0, longest.name),
      sourcePath: kept('Source_Path'),
      md5: this.#hash(values, 'MD5', 32, faults),
      sha1: this.#hash(values, 'SHA1', 40, faults),
      text,
      custodians: this.#custodians(values, faults),
      customId: this.#customId(role('begin'), faults),
      metadata: this.#metadata(values, also),
      coded: this.#coded(values, faults),
      faults,
    }
  }

  #said(values: readonly string[], column: number | undefined): string {
    return column === undefined ? '' : storable((values[column] ?? '').trim())
  }

  #nameOf(column: number | undefined): string | null {
    return column === undefined ? null : (this.#mapping.names[column] ?? null)
  }

  #mail(values: readonly string[]): Mail | null {
    const of = (name: LoadProperty): readonly Address[] =>
      addressesIn(this.#said(values, this.#mapping.properties.get(name)), this.#dialect.multiValue).slice(
        0,
        longest.addresses,
      )
    const mail = { from: of('From'), to: of('To'), cc: of('CC'), bcc: of('BCC') }
    return Object.values(mail).every((all) => all.length === 0) ? null : mail
  }

  #sent(values: readonly string[], faults: ValueFault[]): Pick<RowValues, 'sentAt' | 'sentOriginal'> {
    const { properties } = this.#mapping
    const column = properties.get('Sent_Date')
    const date = this.#said(values, column)
    if (date === '') return { sentAt: null, sentOriginal: '' }
    const time = this.#said(values, properties.get('Sent_Time'))
    const original = time === '' ? date : `${date} ${time}`
    const read = this.#date(original)
    if ('reason' in read) {
      faults.push({ column: this.#nameOf(column), code: 'badDate', reason: read.reason })
      return { sentAt: null, sentOriginal: original.slice(0, 200) }
    }
    return { sentAt: this.#instant(read), sentOriginal: original }
  }

  #date(text: string): ReadDate | { readonly reason: string } {
    const { dates } = this.#dialect
    if (dates.length === 0) return { reason: 'Nobody has said in which form dates stand.' }
    const read = readDate(text, dates)
    return isDateFault(read) ? { reason: read.reason } : read
  }

  #instant({ day, time, offset }: ReadDate): string | null {
    const at = time ?? '00:00:00'
    if (offset === null) return this.#clock.instant(day, at)
    const ms = Date.parse(`${day}T${at}Z`) + offset * 60_000
    return Number.isNaN(ms) ? null : new Date(ms).toISOString()
  }

  #hash(
    values: readonly string[],
    name: 'MD5' | 'SHA1',
    digits: number,
    faults: ValueFault[],
  ): string | null {
    const column = this.#mapping.properties.get(name)
    const said = this.#said(values, column).toLowerCase()
    if (said === '') return null
    if (said.length === digits && /^[0-9a-f]+$/.test(said)) return said
    faults.push({
      column: this.#nameOf(column),
      code: 'badValue',
      reason: `It is no ${name}: that has ${digits} digits.`,
    })
    return null
  }

  #custodians(values: readonly string[], faults: ValueFault[]): string[] {
    const { custodians } = this.#settings
    const { roles } = this.#mapping
    const own =
      custodians.is === 'column'
        ? [this.#said(values, roles.get('custodian'))]
        : custodians.is === 'folder'
          ? [folderAt(this.#said(values, roles.get('native')), custodians.level)]
          : ['']
    const all = roles.get('allCustodians')
    const names = [...own, ...multiValues(this.#said(values, all), this.#dialect)]
    const kept: string[] = []
    for (const [at, name] of names.entries()) {
      if (name === '' && at > 0) continue
      const read = custodianName.safeParse(name)
      if (name !== '' && !read.success) {
        const column =
          at > 0 ? all : custodians.is === 'folder' ? roles.get('native') : roles.get('custodian')
        faults.push({
          ...{ column: this.#nameOf(column), code: 'badValue' },
          reason: "A custodian's name has 1 to 100 characters.",
        })
      }
      const taken = read.success ? read.data : ''
      if (at === 0 || (taken !== '' && !kept.some((one) => one.toLowerCase() === taken.toLowerCase())))
        kept.push(taken)
    }
    return kept
  }

  #customId(begin: string, faults: ValueFault[]): string | null {
    if (begin === '') return null
    if (begin.length <= longest.customId && seen.test(begin)) return begin
    faults.push({
      ...{ column: this.#nameOf(this.#mapping.roles.get('begin')), code: 'badValue' },
      reason: `It cannot be the document's custom id: that has at most ${longest.customId} characters, and no control characters.`,
    })
    return null
  }

  #metadata(
    values: readonly string[],
    { attachedTo }: { readonly attachedTo: string },
  ): Record<string, string[]> {
    const said: [string, string[]][] = []
    for (const column of this.#mapping.metadata) {
      const value = this.#said(values, column)
      const name = this.#nameOf(column)
      if (value !== '' && name !== null)
        said.push([storable(name).slice(0, longest.metadataName), [value.slice(0, longest.value)]])
    }
    for (const [role, name] of batesNames) {
      const value = this.#said(values, this.#mapping.roles.get(role))
      if (value === '') continue
      said.push([
        name,
        role === 'children' ? multiValues(value, this.#dialect) : [value.slice(0, longest.value)],
      ])
    }
    const own = Object.fromEntries(said)
    return attachedTo === '' || 'Parent_Bates' in own ? own : { ...own, Parent_Bates: [attachedTo] }
  }

  #coded(values: readonly string[], faults: ValueFault[]): { fieldId: number; value: CodedValue }[] {
    const coded: { fieldId: number; value: CodedValue }[] = []
    const { mode } = this.#settings
    for (const field of this.#fields) {
      const cell = this.#said(values, field.column)
      if (cell === '') {
        if (mode.is === 'overlay' && mode.blank === 'clear')
          coded.push({ fieldId: field.fieldId, value: null })
        continue
      }
      const read = this.#value(field, cell)
      if ('fault' in read)
        faults.push({
          column: this.#nameOf(field.column),
          code: kindOf(field.rule) === 'date' ? 'badDate' : 'badValue',
          reason: read.fault,
        })
      else if (read.value !== null) coded.push({ fieldId: field.fieldId, value: read.value })
    }
    return coded
  }

  #value({ rule, takes }: FilledField, cell: string): ReturnType<typeof cellValue> {
    const kind = kindOf(rule)
    if (kind === 'date') {
      const read = this.#date(cell)
      if ('reason' in read) return { fault: read.reason }
      return cellValue(rule, `${read.day}T${read.time ?? '00:00:00'}`)
    }
    if (kind !== 'single' && kind !== 'multi') return cellValue(rule, cell)
    const parts = kind === 'single' ? [cell] : multiValues(cell, this.#dialect)
    if (takes === undefined) return cellValue(rule, parts.join(';'))
    if (parts.some((part) => part.length > formTextLimits.choice))
      return { fault: `A choice has at most ${formTextLimits.choice} characters.` }
    if (!parts.every(takes)) return { fault: 'The field has as many choices as it can have.' }
    return { value: kind === 'single' ? cell : parts }
  }
}

/** From 1, below the root; the name of the file is none. Empty where there are fewer. */
function folderAt(path: string, level: number): string {
  const folders = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  return folders.slice(0, -1)[level - 1] ?? ''
}

const bracketless = (id: string): string => id.replace(/^<([^<>]*)>$/, '$1')
const cut = (text: string, most: number): string | null =>
  text === '' ? null : text.slice(0, most).toWellFormed()
