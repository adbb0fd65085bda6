/**
 * A zip as an archive of files; of an export of Slack its days come as conversations, a channel and a day of the time zone
 * each, with the files that were shared in them. All else in it is a file: the lists, and days of which something is in no
 * conversation.
 */
import { type ArchiveEntry, isSystemFault } from '../archives/archive.ts'
import { BytesBehind } from '../archives/behind.ts'
import type { Unpacking } from '../archives/unpacker.ts'
import { zipEntries } from '../archives/zip.ts'
import { ZipFiles } from '../archives/zip-files.ts'
import { type Conversation, conversationBytes } from './conversation.ts'
import { maxBytes } from './json.ts'
import { isUpload, type Shared, Uploads } from './shared-files.ts'
import { slackConversations } from './slack-conversations.ts'
import { type ExportedFile, readSlackDirectory, type SlackDirectory, slackFiles } from './slack-export.ts'

/** What is read in another order than that of the zip. */
const wanted = new RegExp(`\\.json$|${isUpload.source}`)

/**
 * First the files in the order of the zip's directory, then the channels in that order, each with its conversations in the
 * order of their days, and last the files that were shared in none of them. Rejects at the end where lists of the export
 * could not be read.
 */
export async function* slackEntries(path: string, unpacking: Unpacking): AsyncGenerator<ArchiveEntry> {
  const zip = await ZipFiles.open(path, wanted, unpacking.limits)
  const files = zip === null ? null : slackFiles(zip.names)
  try {
    if (zip === null || files === null) {
      yield* zipEntries(path, unpacking)
      return
    }
    const uploads = new Uploads(zip, unpacking.limits)
    const later = new Set(
      [...[...files.folders.values()].flat(), ...uploads.left].map((name) => zip.entry(name).number),
    )
    // Behind all that stands in the zip, also what its directory does not name.
    let number = zip.count
    let unlisted: BytesBehind | null = null
    try {
      for await (const entry of zipEntries(path, unpacking)) {
        number = Math.max(number, entry.number + 1)
        if (!later.has(entry.number)) yield entry
      }
    } catch (error) {
      if (!(error instanceof BytesBehind)) throw error
      unlisted = error
    }
    const lists: ExportedFile[] = []
    // All of them together take no more memory than one day may.
    let left = maxBytes
    for (const name of files.lists) {
      const bytes = await bytesOf(zip, name, left)
      left -= bytes?.length ?? 0
      lists.push({ name, bytes })
    }
    const directory = readSlackDirectory(lists)
    for (const [folder, names] of files.folders)
      for await (const entry of channelEntries(zip, folder, names, directory, uploads, unpacking))
        yield { ...entry, number: number++ }
    for (const name of uploads.left) yield { ...zip.entry(name), number: number++ }
    if (unlisted !== null) throw unlisted
    if (directory.flaws.length > 0) throw new Error(directory.flaws.map(({ reason }) => reason).join(' '))
  } finally {
    zip?.close()
  }
}

/** Null where they are too many to be taken apart; of what cannot be read, none. */
async function bytesOf(zip: ZipFiles, name: string, most: number = maxBytes): Promise<Buffer | null> {
  try {
    return await zip.bytes(name, most)
  } catch (error) {
    if (isSystemFault(error)) throw error
    return Buffer.alloc(0)
  }
}

async function* channelEntries(
  zip: ZipFiles,
  folder: string,
  names: readonly string[],
  directory: SlackDirectory,
  uploads: Uploads,
  { timeZone, onBusy }: Unpacking,
): AsyncGenerator<ArchiveEntry> {
  const left: string[] = []
  const onLeftOver = (name: string) => void left.push(name)
  const days = async function* (): AsyncGenerator<ExportedFile> {
    for (const name of names) {
      onBusy()
      yield { name, bytes: await bytesOf(zip, name) }
    }
  }
  const channel = directory.channelOf(folder)
  const inside = (names[0] ?? '').replace(/[^/]*$/, '')
  for await (const one of slackConversations(channel, days(), directory, timeZone, onLeftOver)) {
    yield conversationEntry(one, inside, uploads.sharedIn(one))
    for (const name of left.splice(0)) yield zip.entry(name)
  }
  for (const name of left) yield zip.entry(name)
}

/** Called by its title, in the folder of its channel. Its number is given by whoever gives it out. */
function conversationEntry(
  conversation: Conversation,
  folder: string,
  shared: () => Promise<Shared>,
): ArchiveEntry {
  return {
    number: 0,
    name: `${folder}${conversation.title.replace(/[\\/]/g, '_')}.json`,
    size: 0,
    packedSize: null,
    modifiedAt: null,
    refused: null,
    conversation: () => Promise.resolve(conversation),
    shared,
    open: async () => one(conversationBytes(conversation)),
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
