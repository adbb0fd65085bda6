/**
 * What comes of a load, made row by row while its files are read: which rows are refused, which are documents, with which files
 * and in which families. A check says what it says, and the job does what it says. It knows neither records nor files.
 */
import type { LoadCounts } from '#contracts/loads.ts'
import type { Dialect } from '../../../platform/load-files/dialect.ts'
import { multiValues } from '../../../platform/load-files/dialect.ts'
import type { ListedDocument } from '../../../platform/load-files/image-documents.ts'
import { imageTypeOf } from '../../../platform/load-files/images.ts'
import { isPathFault, type VolumeFiles } from '../../../platform/load-files/volume-paths.ts'
import type { LoadRole, Mapping } from '../mapping.ts'
import type { MetRow } from '../rows.ts'
import { familiesOf, type Kin, type KinMember } from './families.ts'
import type { FaultPlace, PlanFault } from './fault.ts'

/** Page images of a document: files of the volume, and which pages of them, in order. */
export interface PlannedImages extends FaultPlace {
  readonly files: readonly { readonly path: string; readonly turns: number; readonly page: number | null }[]
  /** As many as the list says; null where it does not. */
  readonly told: number | null
}

/** A row that becomes a document, or is laid over some. */
export interface PlannedRow extends FaultPlace {
  readonly at: MetRow['at'] | null
  /** As it stands in the file. */
  readonly key: string
  readonly end: string
  /** What XML says apart from the row. */
  readonly attachedTo: string
  /** Paths in the volume. */
  readonly native: string | null
  readonly text: string | null
  /** Its text is a file, or stands in the row. */
  readonly hasText: boolean
  readonly images: PlannedImages | null
}

export interface LoadPlan {
  readonly rows: readonly PlannedRow[]
  readonly families: readonly (readonly KinMember[])[]
  readonly faults: readonly PlanFault[]
  readonly warnings: readonly string[]
  /** Paths that something names. */
  readonly used: ReadonlySet<string>
  readonly counts: LoadCounts
}

/** Keys are compared so. */
const keyOf = (text: string): string => text.trim().normalize('NFC').toLowerCase()

const maxWarnings = 100

interface Growing extends PlannedRow {
  readonly kin: Kin
}

export class Planning {
  readonly #mapping: Mapping
  readonly #dialect: Dialect
  readonly #volume: VolumeFiles
  readonly #keyColumn: number | null
  readonly #isOverlay: boolean
  readonly #faults: PlanFault[] = []
  readonly #warnings = new Set<string>()
  readonly #rows: Growing[] = []
  readonly #byKey = new Map<string, number>()
  readonly #attached = new Map<string, string>()
  readonly #images = new Map<string, ListedDocument>()
  readonly #joined = new Set<string>()
  readonly #used = new Set<string>()
  #met = 0
  #refused = 0

  /** `keyColumn`: where rows are laid over documents, the one that finds these. */
  constructor(mapping: Mapping, dialect: Dialect, volume: VolumeFiles, keyColumn: number | null = null) {
    this.#mapping = mapping
    this.#dialect = dialect
    this.#volume = volume
    this.#isOverlay = keyColumn !== null
    this.#keyColumn = keyColumn ?? mapping.roles.get('begin') ?? null
  }

  warn(reason: string): void {
    if (this.#warnings.size < maxWarnings) this.#warnings.add(reason)
  }

  fault(place: FaultPlace, fault: Omit<PlanFault, 'line' | 'from' | 'to'>): void {
    const { line, from, to } = place
    this.#faults.push({ line, from, to, ...fault })
  }

  /** A row that cannot be read. */
  refuse(place: FaultPlace, reason: string): void {
    this.#met++
    this.#refused++
    this.fault(place, { column: null, code: 'row', reason, refusesRow: true })
  }

  /** The documents of an image list come before the rows. */
  listed(document: ListedDocument): void {
    const [first] = document.pages
    if (first === undefined) return
    for (const reason of document.faults)
      this.fault(first, {
        column: null,
        code: 'badImage',
        reason: `Image list: ${reason}`,
        refusesRow: false,
      })
    const key = keyOf(document.begin)
    if (this.#images.has(key))
      this.fault(first, {
        ...{ column: null, code: 'twice', refusesRow: false },
        reason: 'Image list: another document begins with this number; the first one counts.',
      })
    else this.#images.set(key, document)
  }

  attach(parent: string, child: string): void {
    this.#attached.set(keyOf(child), parent)
  }

  /** A row with its values. Answers whether it is loaded. */
  add(row: MetRow): boolean {
    this.#met++
    const said = (role: LoadRole): string => valueIn(row.values, this.#mapping.roles.get(role))
    const named = this.#keyColumn === null ? '' : valueIn(row.values, this.#keyColumn)
    const key = keyOf(named)
    const before = this.#byKey.get(key)
    if (key === '' || before !== undefined) {
      this.#refused++
      this.fault(row, {
        ...{ column: this.#nameOf(this.#keyColumn), refusesRow: true },
        ...(key === ''
          ? { code: 'noKey', reason: 'The row does not say which document it is about.' }
          : { code: 'twice', reason: `Line ${before} has the same. The first one counts.` }),
      })
      return false
    }
    this.#byKey.set(key, row.line)
    const begin = said('begin')
    const beginAttach = keyOf(said('beginAttach'))
    const range = keyOf(said('attachmentRange'))
    const family = keyOf(said('family'))
    const group =
      beginAttach !== '' ? `b${beginAttach}` : range !== '' ? `r${range}` : family === '' ? '' : `f${family}`
    const { line, from, to } = row
    const text = this.#path(row, 'textPath')
    this.#rows.push({
      ...{ line, from, to, at: row.at, key: named, end: said('end'), attachedTo: '' },
      native: this.#path(row, 'native'),
      ...{ text, hasText: text !== null || said('text') !== '' },
      images: row.images.length > 0 ? this.#named(row, row.images) : this.#imagesOf(keyOf(begin)),
      kin: {
        key,
        parent: keyOf(said('parent')),
        children: multiValues(said('children'), this.#dialect).map(keyOf),
        group,
        leads:
          beginAttach !== ''
            ? beginAttach === key
            : range.startsWith(key) && !/^[\p{L}\p{N}]/u.test(range.slice(key.length)),
      },
    })
    return true
  }

  /** Documents from the image list alone. */
  addListed(): void {
    let above = ''
    for (const [key, { begin, end, isAttachment, pages }] of this.#images) {
      const [first] = pages
      if (first === undefined) continue
      this.#met++
      const { line, from, to } = first
      this.#rows.push({
        ...{ line, from, to, at: null, key: begin, end, attachedTo: isAttachment ? above : '' },
        ...{ native: null, text: null, hasText: false, images: this.#imagesOf(key) },
        kin: { key, parent: isAttachment ? keyOf(above) : '', children: [], group: '', leads: false },
      })
      if (!isAttachment) above = begin
    }
  }

  end(): LoadPlan {
    const rows = this.#rows.map(({ kin, ...row }) => ({
      ...row,
      attachedTo: this.#attached.get(kin.key) ?? row.attachedTo,
    }))
    const kins = this.#rows.map(({ kin }) => ({
      ...kin,
      parent: kin.parent === '' ? keyOf(this.#attached.get(kin.key) ?? '') : kin.parent,
    }))
    const { families, faults } = this.#isOverlay
      ? { families: rows.map((_, row) => [{ row, parent: null, depth: 0 }]), faults: [] }
      : familiesOf(kins)
    for (const { row, reason } of faults) {
      const place = rows[row]
      if (place !== undefined)
        this.fault(place, { column: this.#familyColumn(), code: 'badFamily', reason, refusesRow: false })
    }
    for (const [key, { pages }] of this.#images) {
      const [first] = pages
      if (first !== undefined && !this.#joined.has(key))
        this.fault(first, {
          ...{ column: null, code: 'unmatched', refusesRow: false },
          reason: 'Image list: no row of the load file begins with this number. Its pages are not loaded.',
        })
    }
    const loaded = rows.length
    return {
      ...{ rows, families, faults: this.#faults, warnings: [...this.#warnings], used: this.#used },
      counts: {
        rows: this.#met,
        loaded: this.#isOverlay ? 0 : loaded,
        overlaid: this.#isOverlay ? loaded : 0,
        refused: this.#refused,
        families: this.#isOverlay ? 0 : families.length,
        pages: rows.reduce((sum, { images }) => sum + (images === null ? 0 : pagesIn(images)), 0),
        texts: rows.filter(({ hasText }) => hasText).length,
        natives: rows.filter(({ native }) => native !== null).length,
        ...{ files: 0, used: 0, unused: 0 },
      },
    }
  }

  #nameOf(column: number | null | undefined): string | null {
    return column === null || column === undefined ? null : (this.#mapping.names[column] ?? null)
  }

  #familyColumn(): string | null {
    const { roles } = this.#mapping
    return this.#nameOf(
      roles.get('parent') ??
        roles.get('children') ??
        roles.get('beginAttach') ??
        roles.get('attachmentRange'),
    )
  }

  /** A file of the volume that a column of the row names; where it names none that is there, that is a fault. */
  #path(row: MetRow, role: 'native' | 'textPath'): string | null {
    const column = this.#mapping.roles.get(role)
    const written = valueIn(row.values, column)
    if (written === '' || (this.#isOverlay && role === 'native')) return null
    return this.#find(row, this.#nameOf(column), written)
  }

  #find(place: FaultPlace, column: string | null, written: string): string | null {
    const found = this.#volume.find(written)
    if (!isPathFault(found)) {
      this.#used.add(found.path)
      return found.path
    }
    const code = found.code === 'missing' ? 'noSuchFile' : 'badPath'
    this.fault(place, { column, code, reason: found.reason, refusesRow: false })
    return null
  }

  #imagesOf(key: string): PlannedImages | null {
    const listed = this.#images.get(key)
    if (listed === undefined) return null
    this.#joined.add(key)
    const [first] = listed.pages
    if (first === undefined) return null
    const { line, from, to } = first
    return this.#pages(
      { line, from, to },
      listed.pages.map(({ path, pageOfFile, rotation, ...place }) => ({
        ...{ path, page: pageOfFile, turns: rotation },
        place: { line: place.line, from: place.from, to: place.to },
      })),
      listed.pages.length === 1 ? first.pages : listed.pages.length,
    )
  }

  /** Images that XML names. */
  #named(row: MetRow, paths: readonly string[]): PlannedImages | null {
    return this.#pages(
      row,
      paths.map((path) => ({ path, page: null, turns: 0, place: row })),
      null,
    )
  }

  /** All of them, or none: a document with a page missing in its middle would look whole. */
  #pages(
    place: FaultPlace,
    pages: readonly {
      readonly path: string
      readonly page: number | null
      readonly turns: number
      readonly place: FaultPlace
    }[],
    told: number | null,
  ): PlannedImages | null {
    const files: { path: string; turns: number; page: number | null }[] = []
    let isWhole = true
    for (const one of pages) {
      const path = this.#find(one.place, null, one.path)
      if (path === null) isWhole = false
      else if (imageTypeOf(path) === null) {
        isWhole = false
        this.fault(one.place, {
          ...{ column: null, code: 'badImage', refusesRow: false },
          reason: 'Images are TIFF, JPEG or PDF; this file has another name.',
        })
      } else {
        const before = files.at(-1)
        // An OPT names a file of several pages once, an LFP names it again for each.
        if (before?.path === path && one.page === null) continue
        files.push({ path, turns: one.turns, page: one.page })
      }
    }
    if (isWhole && files.length > 0) return { line: place.line, from: place.from, to: place.to, files, told }
    if (!isWhole && files.length > 0)
      this.fault(place, {
        ...{ column: null, code: 'badImage', refusesRow: false },
        reason: 'Pages of this document are missing: none of its images is loaded.',
      })
    return null
  }
}

const valueIn = (values: readonly string[], column: number | undefined): string =>
  column === undefined ? '' : (values[column] ?? '').trim()

/** As many as are told; else each file counts for one until it is read. */
const pagesIn = ({ files, told }: PlannedImages): number => told ?? files.length
