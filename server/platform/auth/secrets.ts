/** Secrets that are given away once: random, and kept on the server as their SHA-256 only. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in cookies, headers and addresses. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What the server keeps of a secret. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Another secret that follows from one: who holds only the result cannot get back to what it came from. */
export const derive = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`affiant ${purpose}`).digest()

/** Compares in a time that does not tell how much was right. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
