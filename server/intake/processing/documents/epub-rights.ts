/** What of a book is under rights management (OCF 3.2, 4.2.6.3.2): encrypted for a reader's device, and by no password. */
import { type Parts, partKey } from './parts.ts'
import { walkXml } from './xml.ts'

/** Fonts are masked against copying, which is no secret (OCF 3.2, 4.3, and Adobe's own way). */
const masksFont = /^http:\/\/(www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/i

const font = /\.(ttf|otf|ttc|woff2?)$/i

/** By the keys of parts. */
export function encryptedParts(parts: Parts): ReadonlySet<string> {
  const found = new Set<string>()
  const xml = parts.xml('META-INF/encryption.xml')
  let algorithm = ''
  if (xml !== null)
    walkXml(xml, {
      open(name, attributes) {
        if (name === 'EncryptedData') algorithm = ''
        if (name === 'EncryptionMethod') algorithm = attributes.get('Algorithm') ?? ''
        if (name !== 'CipherReference' || masksFont.test(algorithm)) return
        const part = decodeName(attributes.get('URI') ?? '')
        if (!font.test(part)) found.add(partKey(part))
      },
    })
  return found
}

/** As addresses in a book name a part. */
export function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
