/** What a production is made by: frozen with its list of documents when it is run (docs/decisions/0137-productions.md). */
import * as z from 'zod/mini'
import { documentSet } from './document-sets.ts'
import { maxColumns } from './documents.ts'
import { batesFields, pathFields } from './excluded-fields.ts'
import { instant, sha256 } from './ids.ts'

export const productionLimits = {
  /** Productions of a project. */
  productions: 500,
  nameLength: 100,
  prefixLength: 20,
  digits: { least: 4, most: 10, usual: 7 },
  /** Fields that it is sorted by. */
  sortFields: 5,
  /** Rules of one kind: withheld documents, designations. */
  rules: 20,
  /** Characters that are stamped at one place. */
  stamp: 100,
  /** Characters of a slip sheet. */
  slipSheet: 500,
  /** Bytes of an uploaded slip sheet. */
  slipSheetBytes: 20 * 1024 * 1024,
  columns: 200,
  filesPerFolder: { least: 100, most: 5_000, usual: 1_000 },
  /** Gigabytes of a volume. */
  volumeGigabytes: { least: 1, most: 500, usual: 50 },
} as const

const oneLine = (most: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(most),
    z.refine((text) => /^\P{Cc}*$/u.test(text), 'One line, without characters that cannot be seen.'),
  )

export const productionName = oneLine(productionLimits.nameLength).check(z.minLength(1))

/** Letters, digits, `_`, `.` and `-`, and no digit at its end: it would run into the number. */
export const batesPrefix = z
  .string()
  .check(
    z.maxLength(productionLimits.prefixLength),
    z.regex(/^[A-Za-z0-9_.-]*[A-Za-z_.-]$/, 'Letters, digits, _, . and -, not ending with a digit.'),
  )
export const batesDigits = z
  .int()
  .check(z.minimum(productionLimits.digits.least), z.maximum(productionLimits.digits.most))

/** `page`: each page has the next number. `document`: each document has, and its pages are counted behind it (`_0001`). */
const numberingLevel = z.enum(['page', 'document'])

const numbering = z.strictObject({
  prefix: batesPrefix,
  digits: batesDigits,
  level: numberingLevel,
  /** The first number; null: the next one that is free under the prefix. */
  start: z.nullable(z.int().check(z.minimum(1))),
})

/** The places of a page that can be stamped. */
export const stampPlaces = [
  'headerLeft',
  'headerCenter',
  'headerRight',
  'footerLeft',
  'footerCenter',
  'footerRight',
] as const
export type StampPlace = (typeof stampPlaces)[number]

/** What stands there: the Bates number of the page, the designation of the document, a text, or the value of a field. */
const stamp = z.union([
  z.strictObject({ kind: z.enum(['number', 'designation']) }),
  z.strictObject({ kind: z.literal('text'), text: oneLine(productionLimits.stamp).check(z.minLength(1)) }),
  z.strictObject({ kind: z.literal('field'), field: z.string().check(z.minLength(1), z.maxLength(200)) }),
])
export type Stamp = z.infer<typeof stamp>

/** A query of the project, as it is typed. */
const query = z.string().check(z.minLength(1), z.maxLength(20_000))

export const slipSheet = z.union([
  /** Lines of text on an empty page. */
  z.strictObject({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(productionLimits.slipSheet)),
  }),
  /** An uploaded page (`productions.uploadSlipSheet`). */
  z.strictObject({ sha256, name: z.string().check(z.maxLength(255)) }),
])
export type SlipSheet = z.infer<typeof slipSheet>

/** Documents that a query finds do not go out: a slip sheet takes the place of each, and says nothing of it. */
const withheld = z.strictObject({ query, slipSheet })

/** What a query finds has this designation, as CONFIDENTIAL. */
const designation = z.strictObject({ query, text: oneLine(productionLimits.stamp).check(z.minLength(1)) })

/**
 * How documents go out. `images`: pages with their numbers, and text. `native`: the file as it is behind a slip sheet, and
 * text. `both`: pages and the file.
 */
export const goesAs = z.enum(['images', 'native', 'both'])
export type GoesAs = z.infer<typeof goesAs>

/** How dates are written. */
export const dateForms = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'YYYYMMDD'] as const

/** Fields that a production makes itself, by their names in a load file of ours. */
export const producedFields = [
  ...batesFields,
  ...(['Produced_Pages', 'Designation', 'Redacted', 'Withheld'] as const),
  ...pathFields,
] as const
export type ProducedField = (typeof producedFields)[number]

const column = z.strictObject({
  /** One of `producedFields`, or a field of the project by its name in queries. */
  source: z.string().check(z.minLength(1), z.maxLength(200)),
  /** As the load file calls it. */
  name: oneLine(100).check(z.minLength(1)),
  /** What it says of a document with redactions, and of the family of one that is withheld or redacted. */
  ofRedacted: z.enum(['keep', 'blank', 'redacted']),
  /** Each document that goes out has to have a value (check V12); absent: it need not. */
  needed: z.optional(z.boolean()),
})
export type LoadFileColumn = z.infer<typeof column>

export const loadFileFormats = ['dat', 'opt', 'csv', 'lfp', 'xml'] as const
export const loadFileEncodings = ['utf-8-bom', 'utf-8', 'utf-16le', 'windows-1252'] as const

const loadFile = z.strictObject({
  formats: z.array(z.enum(loadFileFormats)).check(z.minLength(1), z.maxLength(loadFileFormats.length)),
  encoding: z.enum(loadFileEncodings),
  dates: z.strictObject({
    form: z.enum(dateForms),
    /** Hours, minutes and seconds behind the day. */ time: z.boolean(),
  }),
  /** What the attachment fields of a document without a family say. */
  standAlone: z.enum(['range', 'blank']),
  columns: z.array(column).check(z.minLength(1), z.maxLength(productionLimits.columns)),
})

const volume = z.strictObject({
  /** Of the first; those behind it are counted on. */
  name: z
    .string()
    .check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,14}\d{2,4}$/, 'Letters, then two to four digits, as VOL001.')),
  filesPerFolder: z
    .int()
    .check(z.minimum(productionLimits.filesPerFolder.least), z.maximum(productionLimits.filesPerFolder.most)),
  gigabytes: z
    .int()
    .check(
      z.minimum(productionLimits.volumeGigabytes.least),
      z.maximum(productionLimits.volumeGigabytes.most),
    ),
})

export const productionSettings = z.strictObject({
  /** What goes out, as it is when the production is run. */
  set: documentSet,
  /** With all members of the families of these. */
  families: z.boolean(),
  /** Families stay together, the parent first, in the order of their parents by these fields; empty: by control number. */
  order: z
    .array(
      z.strictObject({ field: z.string().check(z.minLength(1), z.maxLength(200)), descending: z.boolean() }),
    )
    .check(z.maxLength(Math.min(maxColumns, productionLimits.sortFields))),
  numbering,
  stamps: z.partialRecord(z.enum(stampPlaces), stamp),
  /** The first that finds a document counts. */
  withheld: z.array(withheld).check(z.maxLength(productionLimits.rules)),
  /** What it finds must not be in the production, not even behind a slip sheet (check V1); null: nothing. */
  restriction: z.nullable(query),
  /** The first that finds a document counts, so the strictest stands first. */
  designations: z.array(designation).check(z.maxLength(productionLimits.rules)),
  /** All members of a family have the first designation of any of them. */
  designateFamilies: z.boolean(),
  /** A document that several designations find blocks the production (check V15); absent: the first that finds it counts. */
  exclusiveDesignations: z.optional(z.boolean()),
  /** What it finds must not go out without a designation (check V15); absent or null: the settings do not say. */
  needsDesignation: z.optional(z.nullable(query)),
  /** By File_Type_Category; what is not named goes out as `otherwise` says. */
  goesAs: z.strictObject({
    byCategory: z.record(z.string().check(z.maxLength(100)), goesAs),
    otherwise: goesAs,
  }),
  /** In the place of a file that goes out as it is. */
  nativeSlipSheet: slipSheet,
  /** Of what has no pages, or pages that cannot be drawn: this goes out in its place; null: it stops the production. */
  failedSlipSheet: z.nullable(slipSheet),
  images: z.strictObject({
    /** Single pages as TIFF or JPEG, or a PDF for each document. */
    format: z.enum(['tiff', 'pdf']),
    /** Pages with color or shades: as a JPEG, or in black and white like the others. */
    color: z.enum(['jpeg', 'blackAndWhite']),
  }),
  /** A file with its text for each document; of a redacted one what can still be read. */
  texts: z.boolean(),
  loadFile,
  volume,
})
export type ProductionSettings = z.infer<typeof productionSettings>

/** Dots per inch of produced pages: single-page Group 4 at 300 is what receivers expect (SEC data delivery standards). */
export const productionDpi = 300

/** A change of state, with who and when. */
export const doneBy = z.object({ by: z.string(), at: instant })
