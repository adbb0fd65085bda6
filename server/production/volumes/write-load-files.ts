/** Writes the load files of one volume, row by row, each into a file of its own. */
import { join } from 'node:path'
import type { loadFileFormats, ProductionSettings } from '#contracts/production-settings.ts'
import type { EdrmDocument, EdrmFile, EdrmRelationship } from '../../platform/load-files/edrm.ts'
import type { ImageDocument } from '../../platform/load-files/images.ts'
import { lfpLines } from '../../platform/load-files/lfp.ts'
import { optLines } from '../../platform/load-files/opt.ts'
import { type Cell, DelimitedWriter } from '../../platform/load-files/write-delimited.ts'
import { EdrmWriter } from '../../platform/load-files/write-edrm.ts'
import { noReplacements, type Replacements } from '../../platform/load-files/written-text.ts'
import type { FilledColumn, Row } from './cells.ts'
import { GrowingFile, type Sums } from './growing-file.ts'
import type { LaidDocument, LaidFile } from './layout.ts'
import { dialectsOf } from './load-file-dialects.ts'
import { addReplaced } from './replaced.ts'

type Format = (typeof loadFileFormats)[number]

/** What writes the rows of one format. */
interface RowWriter {
  begin(): string | Buffer
  row(row: Row): string | Buffer
  end(): Iterable<string>
  readonly replacements: Replacements | null
}

interface Open {
  readonly format: Format
  readonly writer: RowWriter
  readonly file: GrowingFile
}

export interface WrittenLoadFile extends Sums {
  /** From the root of the volume. */
  readonly path: string
  /** Where it is until it is kept. */
  readonly file: string
}

export class LoadFileWriter {
  readonly #volume: string
  readonly #open: readonly Open[]

  private constructor(volume: string, open: readonly Open[]) {
    this.#volume = volume
    this.#open = open
  }

  /** `folder`: an empty one for unfinished files. */
  static async open(
    folder: string,
    volume: string,
    { formats, ...settings }: ProductionSettings['loadFile'],
    columns: readonly FilledColumn[],
  ): Promise<LoadFileWriter> {
    const open = []
    for (const format of new Set(formats)) {
      const writer = writers[format](volume, settings, columns)
      const file = await GrowingFile.open(join(folder, `${volume}.${format}`))
      await file.write(writer.begin())
      open.push({ format, writer, file })
    }
    return new LoadFileWriter(volume, open)
  }

  async add(row: Row): Promise<void> {
    for (const { writer, file } of this.#open) await file.write(writer.row(row))
  }

  async end(): Promise<WrittenLoadFile[]> {
    const written = []
    for (const { format, writer, file } of this.#open) {
      for (const piece of writer.end()) await file.write(piece)
      written.push({
        ...(await file.end()),
        ...{ path: `DATA/${this.#volume}.${format}`, file: file.path },
      })
    }
    return written
  }

  async close(): Promise<void> {
    for (const { file } of this.#open) await file.close()
  }

  /** Of the first list that has values: all have the same. */
  replacements(): Replacements {
    const sum = noReplacements()
    const counted = this.#open.flatMap(({ writer: { replacements } }) => replacements ?? [])
    if (counted[0] !== undefined) addReplaced(sum, counted[0])
    return sum
  }
}

type Settings = Omit<ProductionSettings['loadFile'], 'formats'>
type Make = (volume: string, settings: Settings, columns: readonly FilledColumn[]) => RowWriter

const delimited =
  (format: 'dat' | 'csv'): Make =>
  (_, settings, columns) => {
    const writer = new DelimitedWriter(
      dialectsOf(settings)[format],
      columns.map(({ name }) => name),
    )
    return {
      replacements: writer.replacements,
      begin: () => writer.begin(),
      row: ({ cells }) => writer.row(cells),
      end: () => [],
    }
  }

const images =
  (lines: (document: ImageDocument) => string): Make =>
  (volume) => ({
    replacements: null,
    begin: () => '',
    row: ({ laid, kin }) => lines({ volume, isAttachment: kin.parent !== null, pages: pagesOf(laid) }),
    end: () => [],
  })

/** Each page with the file that has it. */
export const pagesOf = ({ document, images: files }: LaidDocument): ImageDocument['pages'] =>
  document.numbers.flatMap((key, page) => {
    const path = (files[page] ?? files[0])?.path
    return path === undefined ? [] : { key, path }
  })

const edrm: Make = (volume, _, columns) => {
  const writer = new EdrmWriter()
  const relationships: EdrmRelationship[] = []
  return {
    replacements: writer.replacements,
    begin: () => writer.begin(volume),
    row: (row) => {
      const { document } = row.laid
      if (row.kin.parent !== null)
        relationships.push({ type: 'Attachment', parent: row.kin.parent, child: document.first })
      return writer.document(edrmDocument(row, columns))
    },
    end: () => writer.end(relationships),
  }
}

function edrmDocument({ laid, cells }: Row, columns: readonly FilledColumn[]): EdrmDocument {
  const { document, images: pages, native, text } = laid
  const values = columns.map((column, at) => ({ column, value: textOf(cells[at] ?? '') }))
  const custodian = values.find(({ column }) => column.field?.field.name === 'Custodian')?.value ?? ''
  const file = (type: string) => (one: LaidFile) => fileIn(type, one)
  return {
    id: document.first,
    type: document.isMail && document.treatment !== 'withheld' ? 'Message' : 'File',
    tags: values.flatMap(({ column, value }) =>
      value === '' ? [] : { name: tagOf(column), type: 'Text', value },
    ),
    files: [
      ...[native].filter((one) => one !== null).map(file('Native')),
      ...pages.map(file('Image')),
      ...[text].filter((one) => one !== null).map(file('Text')),
    ],
    custodians: custodian === '' ? [] : [custodian],
  }
}

/** Names that the standard gives to fields. */
const standardTags: ReadonlyMap<string, string> = new Map([
  ['From', '#From'],
  ['To', '#To'],
  ['CC', '#CC'],
  ['BCC', '#BCC'],
  ['Subject', '#Subject'],
  ['Sent_Date', '#DateSent'],
  ['Received_Date', '#DateReceived'],
  ['File_Name', '#FileName'],
  ['File_Extension', '#FileExtension'],
  ['File_Size', '#FileSize'],
  ['Created_Date', '#DateCreated'],
  ['Modified_Date', '#DateModified'],
  ['Doc_Title', '#Title'],
])

export const tagOf = ({ field, name }: FilledColumn): string =>
  standardTags.get(field?.field.name ?? '') ?? name

/** Several values in one text, as delimited files have them. */
const textOf = (cell: Cell): string =>
  typeof cell === 'string'
    ? cell
    : cell
        .map((value) => (typeof value === 'string' ? value : value.join('\\')).replaceAll(';', ',').trim())
        .filter((value) => value !== '')
        .join(';')

function fileIn(type: string, { path, size, sha256 }: LaidFile): EdrmFile {
  const cut = path.lastIndexOf('/')
  const folder = path.slice(0, cut).replaceAll('/', '\\')
  return { type, folder, name: path.slice(cut + 1), bytes: size, hash: sha256 }
}

const writers: Readonly<Record<Format, Make>> = {
  dat: delimited('dat'),
  csv: delimited('csv'),
  opt: images(optLines),
  lfp: images(lfpLines),
  xml: edrm,
}
