/** Which reader takes an archive: some read it while it streams by, the others need a file to go back and forth in. */
import { slackEntries } from '../chat/slack-entries.ts'
import type { Kind } from '../identify/identify.ts'
import { pstEntries } from '../pst/pst-entries.ts'
import type { ArchiveEntry } from './archive.ts'
import { sevenZipEntries } from './seven-zip-entries.ts'
import { tarEntries } from './tar.ts'
import type { Unpacking } from './unpacker.ts'
import { warcEntries } from './warc.ts'

export type EntryReader =
  | { readonly from: 'stream'; entries(chunks: AsyncIterable<Buffer>): AsyncIterable<ArchiveEntry> }
  | { readonly from: 'file'; entries(path: string, unpacking: Unpacking): AsyncIterable<ArchiveEntry> }

/** Types that 7-Zip calls by names of its own. */
const bySevenZip: ReadonlyMap<string, string> = new Map([
  ['application/x-7z-compressed', '7z'],
  ['application/vnd.ms-cab-compressed', 'cab'],
  ['application/x-archive', 'ar'],
  // An ar archive of two others; 7-Zip passes by the file that only says so.
  ['application/vnd.debian.binary-package', 'ar'],
  ['application/x-cpio', 'cpio'],
  ['application/x-lzh-compressed', 'lzh'],
  ['application/x-ms-wim', 'wim'],
  ['application/x-iso9660-image', 'iso'],
])

const outlook: ReadonlySet<string> = new Set([
  'application/vnd.ms-outlook-pst',
  'application/vnd.ms-outlook-ost',
])

/** The reader of an archive of that kind, which begins with `head`. */
export function entryReader({ shape, mimeType }: Kind, head: Buffer): EntryReader {
  if (shape === 'tar') return { from: 'stream', entries: tarEntries }
  if (mimeType === 'application/warc') return { from: 'stream', entries: warcEntries }
  if (outlook.has(mimeType)) return { from: 'file', entries: pstEntries }
  // Version 5 has another format under the same name.
  const type =
    mimeType === 'application/vnd.rar' ? (head[6] === 1 ? 'rar5' : 'rar') : bySevenZip.get(mimeType)
  // Whether a zip is an export of chats, all of its names tell, and not its beginning.
  if (type === undefined) return { from: 'file', entries: slackEntries }
  return { from: 'file', entries: (path, unpacking) => sevenZipEntries(path, type, unpacking) }
}
