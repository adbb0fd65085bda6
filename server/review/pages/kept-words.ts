/**
 * The words of pages, kept beside their images: reading them is most of what a search over many documents takes. They may be
 * lost at any time and are read again then. What a project's passwords have opened is for those that have the same.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { KeptPages } from './kept.ts'
import type { PageText } from './protocol.ts'

/** Raised whenever words are read in another way: those of before are read anew. */
const version = 1
/** Bytes of a file when it is unpacked: more is none of ours. */
const maxBytes = 256 * 1024 * 1024

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

export interface WordsOf {
  /** Of the pages (kept.ts). */
  readonly key: string
  readonly passwords: readonly string[]
}

/** Null where they are not kept, or what is kept is not whole. */
export async function keptWords(kept: KeptPages, of: WordsOf): Promise<readonly PageText[] | null> {
  const packed = await kept.getBeside(of.key, nameOf(of))
  if (packed === null) return null
  try {
    const pages = JSON.parse((await unpack(packed, { maxOutputLength: maxBytes })).toString('utf8'))
    return Array.isArray(pages) ? pages.map(([text, boxes]) => ({ text, boxes })) : null
  } catch {
    return null
  }
}

export async function keepWords(kept: KeptPages, of: WordsOf, pages: readonly PageText[]): Promise<void> {
  const json = JSON.stringify(pages.map(({ text, boxes }) => [text, boxes]))
  await kept.putBeside(of.key, nameOf(of), await pack(json, { level: 1 }))
}

function nameOf({ passwords }: WordsOf): string {
  const opened = createHash('sha256').update(JSON.stringify(passwords)).digest('hex').slice(0, 16)
  return `words-${version}-${opened}`
}
