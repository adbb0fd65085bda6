/** An Outlook data file as an archive of messages. */
import { type ArchiveEntry, DamagedEntry } from '../archives/archive.ts'
import type { Unpacking } from '../archives/unpacker.ts'
import type { Limits } from '../limits.ts'
import type { Message } from '../mail/eml.ts'
import { writeEml } from '../mail/write-eml.ts'
import { messageOf } from '../mapi/message.ts'
import { BrokenPst } from './broken-pst.ts'
import { Mailbox, type MailboxItem } from './mailbox.ts'

/** Its items in the order of their numbers. Rejects at the end, where by the file's own counts some are missing. */
export async function* pstEntries(path: string, { limits }: Unpacking): AsyncGenerator<ArchiveEntry> {
  const mailbox = new Mailbox(path, limits)
  try {
    for (const item of mailbox.items()) {
      const { nid, folders } = item
      let read: Promise<Message> | null = null
      // Whoever asks for the message and for its bytes as well has it read once.
      const message = (): Promise<Message> => {
        read ??= messageIn(item, limits)
        return read
      }
      yield {
        number: nid,
        name: [...folders.map((name) => name.replaceAll('/', '_')), `message@${nid}.eml`].join('/'),
        size: 0,
        packedSize: null,
        modifiedAt: null,
        refused: null,
        message,
        open: async () => one(writeEml(await message())),
      }
    }
    const short = mailbox.shortfalls()
    if (short.length > 0) throw new Error(short.join(' '))
  } finally {
    mailbox.close()
  }
}

/** Rejects with DamagedEntry where nothing of it can be read. */
async function messageIn({ folders, read }: MailboxItem, limits: Limits): Promise<Message> {
  try {
    const { metadata, ...rest } = await messageOf(read(), limits)
    return { ...rest, metadata: { ...metadata, Mail_Folder: [folders.join('/')] } }
  } catch (error) {
    if (error instanceof BrokenPst) throw new DamagedEntry(error.message)
    throw error
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
