/** Headers of mail that are kept as fields of the document, besides those that every message has. */
import type { Email } from 'postal-mime'
import { storableUpTo } from '../text.ts'
import { decodedWords } from './encoded-words.ts'

/** Headers with a name of their own among the fields; all others are listed together. */
export const headerFields: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sender: 'Sender',
    'reply-to': 'Reply_To',
    'return-path': 'Return_Path',
    importance: 'Importance',
    'x-priority': 'Priority',
    sensitivity: 'Sensitivity',
    'x-mailer': 'Mailer',
    'user-agent': 'Mailer',
    'thread-index': 'Conversation_Index',
    'thread-topic': 'Conversation_Topic',
    'list-id': 'List_Id',
    organization: 'Organization',
    'x-folder': 'Mail_Folder',
    'x-rmail-label': 'Labels',
    'x-rmail-shown': 'Shown_Header',
    'auto-submitted': 'Auto_Submitted',
    'content-language': 'Content_Language',
  }),
)
/** Already fields of the document, or of no use without the raw message. */
export const elsewhere =
  /^(from|to|cc|bcc|subject|date|message-id|in-reply-to|references|mime-version|content-.*|dkim-signature|arc-.*|x-google-dkim-signature)$/

/** The field of all headers that have none of their own, each as `Name: value`. */
export const otherHeaders = 'Other_Headers'

/** Values of one field; a message with more of them was made to have them. */
const valuesKept = 100

/** Headers as fields: name → values. */
export function metadataOf(email: Email): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  const others: string[] = []
  for (const { key, originalKey, value } of email.headers) {
    const name = headerFields.get(key)
    if (name === undefined && elsewhere.test(key)) continue
    const values = name === undefined ? others : (fields.get(name) ?? [])
    if (values.length >= valuesKept) continue
    const text = storableUpTo(decodedWords(value).replace(/\s+/g, ' ').trim(), 1000)
    if (text === '') continue
    values.push(name === undefined ? `${storableUpTo(originalKey, 100)}: ${text}` : text)
    if (name !== undefined) fields.set(name, values)
  }
  if (others.length > 0) fields.set(otherHeaders, others)
  return Object.fromEntries(fields)
}
