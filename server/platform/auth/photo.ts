/** Photos of people: small pictures, checked by their bytes. The browser makes them small before it sends them. */
import { photoLimits } from '#contracts/auth.ts'
import { ApiError } from '../http/error.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Throws where the bytes are not a picture of the kind that the data address names, or it is too large. */
export function requirePhoto(dataUrl: string): void {
  const comma = dataUrl.indexOf(',')
  const bytes = Buffer.from(dataUrl.slice(comma + 1), 'base64')
  const size = dataUrl.startsWith('data:image/png') ? sizeOfPng(bytes) : sizeOfJpeg(bytes)
  const refused = (message: string) => new ApiError('request.invalid', message, { detail: 'photo' })
  if (size === null) throw refused('This is no PNG or JPEG picture.')
  if (Math.max(size.width, size.height) > photoLimits.side)
    throw refused(`A photo is at most ${photoLimits.side} pixels wide and high.`)
}

/** PNG (ISO/IEC 15948): the signature, then IHDR with width and height. */
function sizeOfPng(bytes: Buffer): Size | null {
  const isPng = bytes.length > 24 && bytes.subarray(0, 8).equals(pngSignature)
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** JPEG (ITU-T T.81): segments up to the start of frame, which has height and width. */
function sizeOfJpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    // Start of frame, but for the tables that have numbers among them: DHT, JPG, DAC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
