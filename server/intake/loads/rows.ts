/**
 * The rows of a load file: once in their order, then again one by one by their place, so that no more of a file is held than
 * what is being written. Rows of XML have no place of their own: they are put into a file of the spool on the first pass.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Dialect } from '../../platform/load-files/dialect.ts'
import type { EdrmDocument } from '../../platform/load-files/edrm.ts'
import type { Place } from '../../platform/load-files/faults.ts'
import { readDelimited, rowIn } from '../../platform/load-files/read-delimited.ts'
import { readEdrm } from '../../platform/load-files/read-edrm.ts'

/** A row as it is met; XML names its images beside it. */
export interface MetRow extends Place {
  readonly kind: 'row'
  readonly values: readonly string[]
  /** Where it can be read again. */
  readonly at: { readonly from: number; readonly to: number }
  readonly images: readonly string[]
}
export type Met =
  | MetRow
  | (Place & { readonly kind: 'refused'; readonly reason: string })
  | { readonly kind: 'attached'; readonly parent: string; readonly child: string }
  | { readonly kind: 'warning'; readonly reason: string }

export interface Rows {
  /** What the columns are called; whole once the file was read to its end. */
  readonly names: () => readonly string[]
  read(): AsyncGenerator<Met>
  /** The values of a row that was read before. */
  again(at: MetRow['at']): Promise<readonly string[]>
  close(): Promise<void>
}

/** What a column is called that has no heading. */
export const unnamed = (column: number): string => `Column ${column + 1}`

class DelimitedRows implements Rows {
  readonly #blobs: Blobs
  readonly #sha256: string
  readonly #dialect: Dialect
  #names: readonly string[] = []
  #columns: number | null = null
  #file: Promise<FileHandle> | null = null
  constructor(blobs: Blobs, sha256: string, dialect: Dialect) {
    this.#blobs = blobs
    this.#sha256 = sha256
    this.#dialect = dialect
  }

  readonly names = () => this.#names

  async *read(): AsyncGenerator<Met> {
    for await (const item of readDelimited(await this.#blobs.open(this.#sha256), this.#dialect)) {
      const { line, from, to } = item
      if (item.kind === 'refused') yield { kind: 'refused', line, from, to, reason: item.reason }
      else {
        if (this.#columns === null) {
          this.#columns = item.values.length
          this.#names = item.values.map((value, at) =>
            item.kind === 'heading' && value.trim() !== '' ? value.trim() : unnamed(at),
          )
        }
        if (item.kind === 'row')
          yield { kind: 'row', line, from, to, at: { from, to }, values: item.values, images: [] }
      }
    }
  }

  async again({ from, to }: MetRow['at']): Promise<readonly string[]> {
    this.#file ??= open(this.#blobs.pathOf(this.#sha256))
    return rowIn(await bytesOf(await this.#file, from, to), this.#dialect, this.#columns)
  }

  async close(): Promise<void> {
    await (await this.#file)?.close()
  }
}

/** What XML says of a document without calling it a tag. */
const edrmColumns = ['DocID', 'DocType', 'Native', 'Text', 'Custodian', 'ParentDocID'] as const
const stored = z.array(z.string())

class EdrmRows implements Rows {
  readonly #blobs: Blobs
  readonly #sha256: string
  readonly #path: string
  readonly #names: string[] = [...edrmColumns]
  readonly #places = new Map<string, number>()
  #file: FileHandle | null = null
  constructor(blobs: Blobs, sha256: string, spool: string) {
    this.#blobs = blobs
    this.#sha256 = sha256
    this.#path = join(spool, `load-${randomUUID()}`)
  }

  readonly names = () => this.#names

  async *read(): AsyncGenerator<Met> {
    await mkdir(join(this.#path, '..'), { recursive: true })
    await this.#file?.close()
    const file = await open(this.#path, 'w+')
    this.#file = file
    let end = 0
    for await (const item of readEdrm(await this.#blobs.open(this.#sha256))) {
      if (item.kind === 'notRead')
        yield { kind: 'warning', reason: `Elements <${item.element.slice(0, 60)}> of the XML are not read.` }
      else if (item.kind === 'refused')
        yield { kind: 'refused', line: item.line, from: 0, to: 0, reason: item.reason }
      else if (item.kind === 'relationship')
        yield { kind: 'attached', parent: item.relationship.parent, child: item.relationship.child }
      else {
        const { values, images } = this.#row(item.document)
        const bytes = Buffer.from(JSON.stringify(values))
        await file.write(bytes, 0, bytes.length, end)
        const at = { from: end, to: end + bytes.length }
        end = at.to
        yield { kind: 'row', line: item.line, from: 0, to: 0, at, values, images }
      }
    }
  }

  #row({ id, type, tags, files, custodians }: EdrmDocument): { values: string[]; images: string[] } {
    const pathsOf = (kind: string): string[] =>
      files
        .filter((file) => file.type.toLowerCase() === kind)
        .map(({ folder, name }) => (folder === '' ? name : `${folder.replace(/[\\/]+$/, '')}\\${name}`))
    const values = [id, type, pathsOf('native')[0] ?? '', pathsOf('text')[0] ?? '', custodians[0] ?? '', '']
    for (const { name, value } of tags) {
      const place = this.#places.get(name) ?? this.#names.push(name) - 1
      this.#places.set(name, place)
      values[place] = value
    }
    return { values: Array.from(values, (value) => value ?? ''), images: pathsOf('image') }
  }

  async again({ from, to }: MetRow['at']): Promise<readonly string[]> {
    if (this.#file === null) throw new Error('The XML was not read yet.')
    return stored.parse(JSON.parse((await bytesOf(this.#file, from, to)).toString()))
  }

  async close(): Promise<void> {
    await this.#file?.close()
    await rm(this.#path, { force: true })
  }
}

async function bytesOf(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}

/** The rows of a kept file. `spool`: where XML lies meanwhile; close removes it. */
export const openRows = (
  { blobs, spool }: { readonly blobs: Blobs; readonly spool: string },
  file: { readonly sha256: string; readonly kind: 'delimited' | 'edrm' },
  dialect: Dialect,
): Rows =>
  file.kind === 'edrm'
    ? new EdrmRows(blobs, file.sha256, spool)
    : new DelimitedRows(blobs, file.sha256, dialect)
