/** Parts whose content is not in the message (RFC 2046, 5.2): a piece of a longer message, and what is to be fetched. */
import type { ProcessingException } from '../member.ts'
import { isBlank } from '../text.ts'
import type { Node, Part, Structured } from './mime.ts'

/** What is not here of what a part stands for; null where all of it is. */
export function missingOf(
  { contentType, headers }: Pick<Node, 'contentType' | 'headers'>,
  { fileName, mimeType, bytes }: Pick<Part, 'fileName' | 'mimeType' | 'bytes'>,
): ProcessingException | null {
  const { value, params } = contentType.parsed
  if (value === 'message/partial') return missingPieces(params)
  if (isExternalBody(value))
    return missing(
      'The content of an attachment is not in the message, which only says where it was to be had.',
    )
  // Apple Mail takes attachments out of a message that it keeps (`.partial.emlx`): of each a header says how long it was.
  // Where they are beside the message as it comes in, they are put back into it (join-beside.ts).
  if (isBlank(bytes) && headers.some(({ key }) => key === 'x-apple-content-length'))
    return missing(
      `The content of ${calledOf(fileName, mimeType)} is not in this file: Apple Mail keeps it beside the folder of messages, in “Attachments”, and it did not come with the message.`,
    )
  return null
}

const calledOf = (fileName: string, mimeType: string): string =>
  fileName.trim() === '' ? `an attachment without a name (${mimeType})` : `“${fileName}”`

export const isExternalBody = (mimeType: string): boolean => mimeType === 'message/external-body'

/**
 * Where a content is to be had, as a text: it is all that there is of the attachment, and two messages that differ in it
 * alone are two. No line has the form of a header: it would be taken for a message.
 */
export function externalBody(params: Structured['params'], headers: Buffer): Pick<Part, 'bytes' | 'charset'> {
  const lines = Object.entries(params).map(([name, value]) => `${name}=${asOne(name, value)}\n`)
  return { bytes: Buffer.concat([Buffer.from(`${lines.join('')}\n`), headers]), charset: 'utf-8' }
}

/** An address is folded where it is long (RFC 2017, 3.1): no blank belongs to it. */
const asOne = (name: string, value: string): string => (name === 'url' ? value.replace(/\s+/g, '') : value)

function missingPieces({ number = '', total = '' }: Structured['params']): ProcessingException | null {
  if (!isCount(number)) return missing('It is a piece of a longer message: the others are elsewhere.')
  if (!isCount(total))
    return missing(`It is part ${Number(number)} of a longer message: the others are elsewhere.`)
  if (Number(total) === 1) return null
  return missing(`It is part ${Number(number)} of ${Number(total)} of a message: the others are elsewhere.`)
}

const isCount = (text: string): boolean => /^\d{1,6}$/.test(text)

const missing = (reason: string): ProcessingException => ({ code: 'missing', reason, stage: 'parse' })
