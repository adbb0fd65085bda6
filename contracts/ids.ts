/** Ids as they travel. Records count up in integers; facts made in the browser carry nanoids. */
import * as z from 'zod/mini'

/** A record's id: a positive integer. */
export const id = z.int().check(z.positive())
/** A record's id in a path or query string, where everything is text. */
export const idParam = z.coerce.number().check(z.int(), z.positive())
/** An id made by a browser (command, event, tab, undo group). */
export const nanoId = z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/))
/** An instant: ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ offset: true })
/** Lower-case hexadecimal SHA-256. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
