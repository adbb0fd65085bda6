/** What a part of a message is, by its bytes and by what the message declares. */
import type { Kind } from '../identify/identify.ts'
import { oldText } from '../text.ts'
import type { Part } from './mime.ts'

/** Where the bytes do not say what they are, what the message declares stands. */
export function declared(found: Kind, { mimeType, charset, bytes }: Part): Kind {
  const isOddText = isUnknown(found) && mimeType.startsWith('text/') && oldText(bytes, charset) !== null
  const kind = { ...found, ...(isOddText && plainText), charset: found.charset ?? charset }
  if (mimeType === 'application/octet-stream') return kind
  if (/pkcs7-mime/.test(mimeType) && kind.category === 'Unknown')
    return { ...kind, mimeType, category: 'Encrypted' }
  if (isUnknown(kind)) return { ...kind, mimeType }
  if (kind.mimeType === 'text/plain' && /^(text|message)\//.test(mimeType)) {
    if (mimeType === 'text/html') return { ...kind, mimeType, category: 'Web/markup' }
    return { ...kind, mimeType }
  }
  return kind
}

const isUnknown = ({ mimeType }: Kind): boolean => mimeType === 'application/octet-stream'

/** What is not made of ASCII does not look like a text. */
const plainText = { mimeType: 'text/plain', category: 'Plain text/source' } as const
