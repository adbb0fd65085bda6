/** What is made of a document: one file that holds its pages and its text, one after another, and a table of what stands where. */
import * as z from 'zod/mini'
import type { ProductionSettings, SlipSheet, StampPlace } from '#contracts/production-settings.ts'

const part = z.object({
  /** A page as an image, all pages as a PDF, the text of the document, or a rebuilt spreadsheet in the place of its file. */
  kind: z.enum(['page', 'pdf', 'text', 'workbook']),
  /** The ending of its name. */
  extension: z.enum(['tif', 'jpg', 'pdf', 'txt', 'xlsx', 'csv']),
  /** In the file. */
  at: z.int(),
  size: z.int(),
  /** Of these bytes: what a zip says of an entry. */
  crc32: z.int(),
  sha256: z.string(),
})
export type MadePart = z.infer<typeof part>

export const madeParts = z.array(part)

/** A file that goes out as it is, by its content: its SHA-256 was compared when it was read. */
export const madeNative = z.object({
  sha256: z.string(),
  size: z.int(),
  crc32: z.int(),
  extension: z.string(),
})
export type MadeNative = z.infer<typeof madeNative>

export interface Made {
  /** Of the one file, which is kept. */
  readonly sha256: string
  readonly size: number
  /** Pages in their order, then the others. */
  readonly parts: readonly MadePart[]
  /** Of each page a checksum of what it shows without its stamps. */
  readonly drawn: readonly number[]
  readonly native: MadeNative | null
}

/** The checksums in their column. */
export const drawnSums = z.array(z.int())

/** What is to be made of a document. */
export interface ToMake {
  /** Files of one production or export are never those of another: they go with it. */
  readonly productionId: number
  readonly projectId: number
  readonly documentId: number
  /** As planned: one that has another file, other redactions or another number of pages since is not made. */
  readonly fileSha256: string
  readonly redactionRevision: number
  /** 0: nothing is drawn of it. */
  readonly pages: number
  /** Null: its pages go out; otherwise the slip sheet stands for them. */
  readonly slipSheet: SlipSheet | null
  /** Its file goes out, or the rebuilt copy of a redacted spreadsheet. */
  readonly native: boolean
  /** A file with its text goes out. */
  readonly text: boolean
  /** What is stamped on a page (from 0), by place; what is empty is not there. */
  readonly stamps: (page: number) => Readonly<Partial<Record<StampPlace, string>>>
  /** Places whose stamps are never cut, as numbers are. */
  readonly numberPlaces: readonly StampPlace[]
  readonly images: ProductionSettings['images']
  /** For the screen: nothing but a picture of this page (from 0); absent: all of it, as it leaves. */
  readonly only?: number
}
