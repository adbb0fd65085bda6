/** Texts of documents besides the extracted ones. */
import type { Flag, Instant, Json } from '../../platform/records/schema.ts'

declare module '../../platform/records/schema.ts' {
  interface Schema {
    document_variant: DocumentVariantTable
    ocr_document: OcrDocumentTable
    ocr_page: OcrPageTable
  }
}

/** A text of a document besides the extracted one: recognised, transcribed, hidden, translated, or a summary. */
export interface DocumentVariantTable {
  document_id: number
  /** `ocr`, `transcribed`, `hidden`, `translated`, `summary`, `extractive`. */
  origin: string
  /** ISO 639-1; `und` where it is not known. */
  language: string
  /** Pages are separated by a form feed. */
  text: string
  truncated: Flag
  /** 0 to 100; null where whatever made it does not say. */
  confidence: number | null
  /** What made it, with its version; empty for words of the file itself. */
  engine: string
  job_id: number
  at: Instant
  /** JSON: which text it was made of (origin, language, sha256), and where an extractive summary's sentences stand in that. */
  source: Json | null
}

/** A document that a job of text recognition is done with. */
export interface OcrDocumentTable {
  document_id: number
  job_id: number
  pages: number
  /** `recognised`, `nothing` (there is no text on it), `failed` (in part or altogether). */
  outcome: string
}

/** A page that was looked at; those of a document's newest job stay, for the places of words. */
export interface OcrPageTable {
  document_id: number
  job_id: number
  page: number
  /** Until it is part of the document's text; null afterwards. */
  text: string | null
  /** 0 to 100; null where the page was left alone because it has text of its own, and where it failed. */
  confidence: number | null
  /** Quarters by which the page has to be turned clockwise to be read. */
  turn: number
  /** Of the image in which the words have their places. */
  width: number
  height: number
  dpi: number
  /** JSON: [start and length in the page's text, confidence, left, top, width, height] of each word. */
  words: Json
  /** Why it failed. */
  reason: string | null
}
