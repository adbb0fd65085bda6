/** Ids as they travel. Database records have integers; events of the browser carry nanoids. */
import * as z from 'zod/mini'

/** A record id: a positive integer. */
export const id = z.int().check(z.positive())
/**
 * An integer in a path or query string, where everything is text: decimal digits only (no `0x1`, `1e3`, sign, blank or
 * leading zero), so that each number is written in one way.
 */
export const wholeParam = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^(0|[1-9]\d*)$/, 'Expected decimal digits')), z.transform(Number)),
    z.int().check(z.minimum(least), z.maximum(most)),
  )
/** A record id in a path or query string. */
export const idParam = wholeParam(1)
/** An id made by a browser (command, event, tab, undo group). */
export const nanoId = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/))
/** An instant: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ offset: true })
/**
 * An instant by its milliseconds since 1970; null outside the years 0 to 9999, which the format can express. Damaged disks
 * report such times for their files.
 */
export function instantAt(ms: number): string | null {
  const at = new Date(ms)
  const year = at.getUTCFullYear()
  return year >= 0 && year <= 9999 ? at.toISOString() : null
}
/** Lower-case hexadecimal SHA-256. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
