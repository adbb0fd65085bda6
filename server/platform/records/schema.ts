/**
 * The tables of the system of record, as Kysely sees them: each area declares its own (`tables.ts`), and adds them to
 * `Schema` where it does, so that nothing here knows an area. One declaration for both databases; the codecs are
 * fixed by convention (see dialect.ts): instants are ISO 8601 text in UTC with milliseconds, flags are 0 or 1, JSON is text.
 */

/** ISO 8601, UTC, milliseconds: 24 characters, so that text order is time order. */
export type Instant = string
export type Flag = 0 | 1
export type Json = string

// Empty here: the tables come from the areas.
// biome-ignore lint/suspicious/noEmptyInterface: declarations of the areas are merged into it.
export interface Schema {}
