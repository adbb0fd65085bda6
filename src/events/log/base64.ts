/** Bytes as text, for storage that keeps only text. */
import type { Bytes } from './keys.ts'

const pieceLength = 8_192

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // A call takes so many arguments at most.
  for (let at = 0; at < bytes.length; at += pieceLength) {
    binary += String.fromCharCode(...bytes.subarray(at, at + pieceLength))
  }
  return btoa(binary)
}

/** Throws where it is no such text. */
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
