/**
 * Where the files of a production lie in its volumes: a function of the plan, the settings and what was made, so that a volume
 * is laid out alike whenever it is asked for. Pure.
 */
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { MadePart } from '../making/made.ts'
import type { Planned } from './planned.ts'

/** A file of a volume. */
export interface LaidFile {
  /** From the root of the volume, folders parted by `/`. */
  readonly path: string
  readonly size: number
  readonly crc32: number
  readonly sha256: string
  /** The kept file that it is a part of, and where it begins there. */
  readonly kept: string
  readonly at: number
}

export interface LaidDocument {
  readonly document: Planned
  /** One for each page, or one with all of them. */
  readonly images: readonly LaidFile[]
  /** The file as it is, or its rebuilt copy. */
  readonly native: LaidFile | null
  readonly text: LaidFile | null
}

/** The files of a document in the order in which they lie in the volume. */
export const filesOf = ({ images, native, text }: LaidDocument): LaidFile[] => [
  ...images,
  ...[native, text].filter((file) => file !== null),
]

/** Lays out the documents of one volume, in their order. */
export class VolumeLayout {
  readonly #images: Folders
  readonly #natives: Folders
  readonly #texts: Folders

  constructor({ volume: { filesPerFolder } }: Pick<ProductionSettings, 'volume'>) {
    this.#images = new Folders('IMAGES', filesPerFolder)
    this.#natives = new Folders('NATIVES', filesPerFolder)
    this.#texts = new Folders('TEXT', filesPerFolder)
  }

  add(document: Planned): LaidDocument {
    const { parts, native } = document
    const pages = parts.filter(({ kind }) => kind === 'page' || kind === 'pdf')
    this.#images.begin(pages.length)
    const images = pages.map((part, page) => {
      const number = document.numbers[page] ?? document.first
      return made(document, part, this.#images.path(`${number}.${part.extension}`))
    })
    const [workbook] = parts.filter(({ kind }) => kind === 'workbook')
    const [text] = parts.filter(({ kind }) => kind === 'text')
    return {
      document,
      images,
      native: this.#native(document, workbook, native),
      text: this.#text(document, text),
    }
  }

  #native(document: Planned, workbook: MadePart | undefined, native: Planned['native']): LaidFile | null {
    if (workbook === undefined && native === null) return null
    this.#natives.begin(1)
    if (workbook !== undefined)
      return made(document, workbook, this.#natives.path(nativeName(document, workbook.extension)))
    if (native === null) return null
    const { sha256, size, crc32, extension } = native
    const path = this.#natives.path(nativeName(document, extension))
    return { path, size, crc32, sha256, kept: sha256, at: 0 }
  }

  #text(document: Planned, text: MadePart | undefined): LaidFile | null {
    if (text === undefined) return null
    this.#texts.begin(1)
    return made(document, text, this.#texts.path(`${document.first}.${text.extension}`))
  }
}

const made = (document: Planned, { size, crc32, sha256, at }: MadePart, path: string): LaidFile => ({
  ...{ path, size, crc32, sha256, at },
  kept: document.sha256,
})

/** Folders of one kind: the next one begins where the files of a document do not fit. */
class Folders {
  readonly #name: string
  readonly #most: number
  #folder = 1
  #files = 0

  constructor(name: string, most: number) {
    this.#name = name
    this.#most = most
  }

  /** So many files of a document follow; they lie together where a folder can hold them. */
  begin(files: number): void {
    if (files <= this.#most && this.#files + files > this.#most) this.#next()
  }

  path(name: string): string {
    if (this.#files === this.#most) this.#next()
    this.#files += 1
    return `${this.#name}/${String(this.#folder).padStart(3, '0')}/${name}`
  }

  #next(): void {
    this.#folder += 1
    this.#files = 0
  }
}

/** A native cannot be stamped: its designation stands in its name. */
function nativeName({ first, designation }: Planned, extension: string): string {
  const ending = /^[A-Za-z0-9]{1,10}$/.test(extension) ? extension.toLowerCase() : 'bin'
  const mark = markOf(designation)
  return `${first}${mark === '' ? '' : `_${mark}`}.${ending}`
}

/** Letters and digits that every encoding of a load file has. */
const markOf = (designation: string): string =>
  designation
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase()

/** The name of a volume, counted on from that of the first. */
export function volumeName(first: string, volume: number): string {
  const digits = /\d+$/.exec(first)?.[0] ?? ''
  const name = first.slice(0, first.length - digits.length)
  return name + String(Number(digits) + volume - 1).padStart(digits.length, '0')
}

/** Media are sold by powers of ten. */
export const usualGigabyte = 1_000_000_000

/** Bytes of the files of a family. */
export const bytesOfFamily = (family: readonly Planned[]): number =>
  family.reduce(
    (sum, { parts, native }) => parts.reduce((more, { size }) => more + size, sum + (native?.size ?? 0)),
    0,
  )

/** Whether a family goes into the next volume: it is never split, and one that fits in none has one of its own. */
export const beginsVolume = (
  { volume: { gigabytes } }: Pick<ProductionSettings, 'volume'>,
  filled: number,
  family: number,
  gigabyte = usualGigabyte,
): boolean => filled > 0 && filled + family > gigabytes * gigabyte
