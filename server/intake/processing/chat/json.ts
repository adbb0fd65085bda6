/** Values out of JSON that somebody else wrote: each may be missing, or be something else. */
import { storable, storableUpTo } from '../text.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Bytes of one file that are taken apart, and objects and lists in it: tiny ones take thirty times their text. */
export const maxBytes = 32 * 1024 * 1024
const maxObjects = 1_000_000

/** Null for what is no JSON; false for what is too much of it. */
export function parseJson(bytes: Uint8Array): unknown {
  if (!isBounded(bytes)) return false
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function isBounded(bytes: Uint8Array): boolean {
  if (bytes.byteLength > maxBytes) return false
  let objects = 0
  // `{` and `[`. A text may have them too, but never so many.
  for (const byte of bytes) if (byte === 0x7b || byte === 0x5b) objects++
  return objects <= maxObjects
}

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

/** The objects of a list. */
export const objectsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((each) => each !== null) : []

/** Up to `max` characters; empty where it is no text. */
export const textAt = (fields: Fields, name: string, max: number): string => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? storableUpTo(value, max) : ''
}

export const numberAt = (fields: Fields, name: string): number | null => {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const stringsAt = (fields: Fields, name: string): readonly string[] => {
  const value = fields[name]
  return Array.isArray(value)
    ? value.filter((each) => typeof each === 'string').map((each) => storable(each))
    : []
}
