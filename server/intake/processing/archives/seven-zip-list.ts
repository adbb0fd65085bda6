/** What 7-Zip lists of an archive, out of the lines that it prints. */
import { type Host, pathOf, runSevenZip } from './seven-zip.ts'

export interface Listed {
  /** Its name as the archive has it: bytes, in whatever charset. */
  readonly rawName: Buffer
  /** Null where the archive does not say. */
  readonly size: number | null
  readonly packedSize: number | null
  readonly kind: 'file' | 'folder' | 'link' | 'device'
  readonly encrypted: boolean
  /** How it is packed, in 7-Zip's words. */
  readonly method: string
  /** As it was printed: date and time without a zone. */
  readonly modified: string
  /** CRC-32 where the archive has one. */
  readonly crc: number | null
}

export interface Listing {
  /** Whether it could be opened at all; where not, whether that is for want of a password. */
  readonly state: 'open' | 'locked' | 'damaged'
  readonly entries: readonly Listed[]
  /** What 7-Zip says is wrong with the archive as a whole; null where nothing is. */
  readonly problem: string | null
}

/** What it says of a whole archive, and nothing else of what it says: lines may hold words out of the archive. */
const problems =
  /^(?:ERRORS? = )?(Missing volume|Unexpected end of archive|Unexpected end of data|Headers Error|Unsupported feature|Data Error|CRC Error|Is not archive|There are some data after the end of the payload data)/

class ListedEnough extends Error {}

/** Lists an archive of a type (`7z`, `rar` …). Of more entries than `most` only the first so many and one more. */
export async function listArchive(
  type: string,
  password: string,
  source: Pick<Host, 'archive'>,
  most: number,
): Promise<Listing> {
  const entries: Listed[] = []
  let block: Map<string, string> | null = null
  let isCommented = false
  let begun = false
  let locked = false
  let problem: string | null = null
  const close = (): void => {
    if (block !== null) entries.push(listed(block))
    block = null
    if (entries.length > most) throw new ListedEnough()
  }
  const said = (line: string): void => {
    if (/Cannot open encrypted archive/.test(line)) locked = true
    if (!begun) {
      problem ??= problems.exec(line)?.[1] ?? null
      begun = line === '----------'
    } else if (isCommented) isCommented = line !== '}'
    else if (line === '') close()
    else {
      const [, key = '', value = ''] = /^([A-Z][A-Za-z ]*) = (.*)$/s.exec(line) ?? []
      if (line === '{') isCommented = true
      else if (key === 'Path' && block === null) block = new Map([[key, value]])
      else if (block !== null && key !== '' && !block.has(key)) block.set(key, value)
    }
  }
  const args = ['l', '-slt', '-bd', '-sccUTF-8', `-t${type}`, `-p${password}`, pathOf(source)]
  let whole = true
  try {
    whole = await runSevenZip(args, { ...source, made: () => null, said })
    close()
  } catch (error) {
    if (!(error instanceof ListedEnough)) throw error
  }
  if (!begun) return { state: locked ? 'locked' : 'damaged', entries, problem }
  return { state: 'open', entries, problem: problem ?? (whole ? null : 'Its directory is damaged') }
}

function listed(block: ReadonlyMap<string, string>): Listed {
  const attributes = block.get('Attributes') ?? ''
  const mode = /[-dlpcbsDLPCBS][-rwxsStT]{9}/.exec(block.get('Mode') || attributes)?.[0]?.charAt(0) ?? '-'
  const isLink = mode === 'l' || (block.get('Symbolic Link') || block.get('Hard Link') || '') !== ''
  const isFolder = block.get('Folder') === '+' || mode === 'd' || attributes.startsWith('D')
  return {
    rawName: Buffer.from(block.get('Path') ?? '', 'latin1'),
    size: number(block.get('Size')),
    packedSize: number(block.get('Packed Size')),
    kind: isLink ? 'link' : isFolder ? 'folder' : mode === '-' ? 'file' : 'device',
    encrypted: block.get('Encrypted') === '+',
    method: block.get('Method') ?? '',
    modified: block.get('Modified') ?? '',
    crc: /^[0-9A-F]{8}$/.test(block.get('CRC') ?? '') ? Number.parseInt(block.get('CRC') ?? '', 16) : null,
  }
}

function number(text: string | undefined): number | null {
  const value = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : null
}
