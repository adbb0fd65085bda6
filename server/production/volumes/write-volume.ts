/** Writes what one volume says of its documents: load files, hashes and cover letter, kept as one file. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import type { Blobs, Kept } from '../../platform/blobs/blobs.ts'
import type { Replacements } from '../../platform/load-files/written-text.ts'
import { ownName } from '../../platform/process-id.ts'
import type { StoredRun } from '../record/stored.ts'
import type { FilledColumn, Row } from './cells.ts'
import { coverLetter } from './cover.ts'
import { type DataFile, keepTogether } from './data-files.ts'
import { GrowingFile } from './growing-file.ts'
import { filesOf, type LaidDocument, VolumeLayout } from './layout.ts'
import type { Planned } from './planned.ts'
import { replacedIn } from './replaced.ts'
import { LoadFileWriter } from './write-load-files.ts'

export interface WrittenVolume {
  readonly kept: Kept
  readonly table: DataFile[]
  readonly firstPlace: number
  readonly lastPlace: number
  readonly replacements: Replacements
}

interface Means {
  readonly blobs: Blobs
  readonly spool: string
}

export class VolumeWriter {
  readonly name: string
  readonly #blobs: Blobs
  readonly #folder: string
  readonly #production: StoredRun
  readonly #timeZone: string
  readonly #layout: VolumeLayout
  readonly #loadFiles: LoadFileWriter
  readonly #manifest: GrowingFile
  readonly #counts = { documents: 0, pages: 0, natives: 0, texts: 0, withheld: 0, redacted: 0 }
  #first: Planned | null = null
  #last: Planned | null = null

  private constructor(
    { blobs }: Means,
    about: { readonly production: StoredRun; readonly timeZone: string; readonly name: string },
    open: { readonly folder: string; readonly loadFiles: LoadFileWriter; readonly manifest: GrowingFile },
  ) {
    this.name = about.name
    this.#blobs = blobs
    this.#production = about.production
    this.#timeZone = about.timeZone
    this.#layout = new VolumeLayout(about.production.settings)
    this.#folder = open.folder
    this.#loadFiles = open.loadFiles
    this.#manifest = open.manifest
  }

  static async open(
    means: Means,
    about: { readonly production: StoredRun; readonly timeZone: string; readonly name: string },
    columns: readonly FilledColumn[],
  ): Promise<VolumeWriter> {
    const folder = join(means.spool, ownName())
    await mkdir(folder)
    const { loadFile } = about.production.settings
    const loadFiles = await LoadFileWriter.open(folder, about.name, loadFile, columns)
    const manifest = await GrowingFile.open(join(folder, 'MANIFEST.csv'))
    await manifest.write(byteOrderMark + csvLine(['FILE', 'BYTES', 'SHA256']))
    return new VolumeWriter(means, about, { folder, loadFiles, manifest })
  }

  /** Gives the documents of a family their places. */
  lay(family: readonly Planned[]): LaidDocument[] {
    return family.map((document) => this.#layout.add(document))
  }

  async add(row: Row): Promise<void> {
    const { document, native, text } = row.laid
    await this.#loadFiles.add(row)
    for (const file of filesOf(row.laid)) await this.#list(file)
    this.#first ??= document
    this.#last = document
    this.#counts.documents += 1
    this.#counts.pages += document.numbers.length
    this.#counts.natives += native === null ? 0 : 1
    this.#counts.texts += text === null ? 0 : 1
    this.#counts.withheld += document.treatment === 'withheld' ? 1 : 0
    this.#counts.redacted += document.redacted && document.treatment !== 'withheld' ? 1 : 0
  }

  /** Keeps what was written. */
  async end(): Promise<WrittenVolume> {
    if (this.#first === null || this.#last === null) throw new Error('A volume has documents.')
    const loadFiles = await this.#loadFiles.end()
    const replacements = this.#loadFiles.replacements()
    const cover = await GrowingFile.open(join(this.#folder, 'COVER.txt'))
    await cover.write(
      coverLetter({
        ...this.#counts,
        ...{ production: this.#production, volume: this.name, timeZone: this.#timeZone },
        ...{ first: this.#first.first, last: this.#last.last },
        ...{ encoding: this.#production.settings.loadFile.encoding, replaced: replacedIn(replacements) },
      }),
    )
    const files = [...loadFiles, { ...(await cover.end()), path: 'COVER.txt', file: cover.path }]
    for (const file of files) await this.#list(file)
    const manifest = { path: 'MANIFEST.csv', file: this.#manifest.path }
    files.push({ ...(await this.#manifest.end()), ...manifest })
    const together = await keepTogether(this.#blobs, join(this.#folder, 'all'), files)
    const [firstPlace, lastPlace] = [this.#first.place, this.#last.place]
    return { ...together, firstPlace, lastPlace, replacements }
  }

  /** Leaves nothing unfinished, however it went. */
  async close(): Promise<void> {
    await this.#loadFiles.close()
    await this.#manifest.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #list({ path, size, sha256 }: { path: string; size: number; sha256: string }): Promise<void> {
    await this.#manifest.write(csvLine([path, size, sha256]))
  }
}
