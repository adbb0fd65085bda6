/** What a part of a message is, by its bytes and by what the message declares. */
import type { Kind } from '../identify/identify.ts'
import type { Part } from './mime.ts'

/** Where the bytes do not say what they are, what the message declares stands. */
export function declared(found: Kind, { mimeType, charset }: Part): Kind {
  const kind = { ...found, charset: found.charset ?? charset }
  if (mimeType === 'application/octet-stream') return kind
  if (/pkcs7-mime/.test(mimeType) && kind.category === 'Unknown')
    return { ...kind, mimeType, category: 'Encrypted' }
  if (kind.mimeType === 'application/octet-stream') return { ...kind, mimeType }
  if (kind.mimeType === 'text/plain' && /^(text|message)\//.test(mimeType)) {
    if (mimeType === 'text/html') return { ...kind, mimeType, category: 'Web/markup' }
    return { ...kind, mimeType }
  }
  return kind
}
