/** Documents for tests: real ones, where they are present beside the project, and zips of parts made for one case. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { readerOf } from '#server/intake/processing/documents/readers.ts'
import type { Reading } from '#server/intake/processing/documents/reading.ts'
import type { Kind } from '#server/intake/processing/identify/identify.ts'
import { defaultLimits, type Limits } from '#server/intake/processing/limits.ts'

export const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
export const hasCorpus = existsSync(corpus)

const types: ReadonlyMap<string, string> = new Map([
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['vsdx', 'application/vnd.ms-visio.drawing'],
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
  ['fodt', 'application/vnd.oasis.opendocument.text-flat-xml'],
  ['rtf', 'application/rtf'],
  ['epub', 'application/epub+zip'],
  ['one', 'application/onenote'],
  ['xps', 'application/vnd.ms-xpsdocument'],
  ['pages', 'application/vnd.apple.pages'],
  ['numbers', 'application/vnd.apple.numbers'],
  ['key', 'application/vnd.apple.keynote'],
  ['html', 'text/html'],
  ['xml', 'application/xml'],
  ['csv', 'text/csv'],
  ['pub', 'application/vnd.ms-publisher'],
  ['hwp', 'application/x-hwp'],
  ['mpp', 'application/vnd.ms-project'],
  ['svg', 'image/svg+xml'],
  ['wmf', 'image/wmf'],
  ['emf', 'image/emf'],
])

export function kindOf(name: string): Kind | null {
  const extension = name.split('.').at(-1) ?? ''
  const mimeType = types.get(extension)
  return mimeType === undefined ? null : { shape: 'file', mimeType, extension, category: 'Unknown' }
}

/** What the registry's reader gives for a file that is called `name`. */
export async function readAs(
  name: string,
  bytes: Buffer,
  { passwords = [], limits = defaultLimits }: { passwords?: readonly string[]; limits?: Limits } = {},
): Promise<Reading> {
  const kind = kindOf(name)
  const reader = kind === null ? null : readerOf(kind)
  if (kind === null || reader === null) throw new Error(`No reader for ${name}.`)
  return await reader(bytes, kind, { limits, passwords, name })
}

export const corpusFile = (path: string): Buffer => readFileSync(corpus + path)

export const readCorpus = async (path: string, passwords: readonly string[] = []): Promise<Reading> =>
  await readAs(path, corpusFile(path), { passwords })

/** A zip of parts, each text or bytes. */
export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  )

/** A part of relationships: id, last word of the type, target; an address is external. */
export const relationships = (
  ...relations: readonly (readonly [id: string, type: string, target: string])[]
): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${
          target.includes('://') ? ' TargetMode="External"' : ''
        }/>`,
    )
    .join('')}</Relationships>`
