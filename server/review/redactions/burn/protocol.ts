/** What the server and a process that burns redactions say to each other. */
import type { RedactionKind } from '#contracts/redactions.ts'
import type { PageFault } from '../../pages/protocol.ts'

/** A redaction as far as it is burned. */
export interface Burnable {
  /** From 0. */
  readonly page: number
  readonly kind: RedactionKind
  /** Left, top, right and bottom of each, in ten-thousandths of the page as it is shown. */
  readonly boxes: readonly number[]
  readonly label: string
}

/** Of each page its number, from 0, and its words: left, top, right and bottom in ten-thousandths of the page. */
export type RecognizedInFile = readonly (readonly [
  page: number,
  words: readonly (readonly [text: string, left: number, top: number, right: number, bottom: number])[],
])[]

/** Black with white letters, or white with a black border and black letters. */
export type Fill = 'black' | 'white'

interface BurnSource {
  readonly file: string
  readonly maker: 'pdf' | 'picture'
  readonly mimeType: string
  readonly passwords: readonly string[]
  /** A file with the words that were recognized on its pages (`RecognizedInFile`, as JSON); null: there are none, or nobody needs them. */
  readonly recognized: string | null
  readonly redactions: readonly Burnable[]
  readonly fill: Fill
  readonly dpi: number
}

export type BurnTask = BurnSource &
  (
    | { readonly work: 'page'; readonly page: number }
    /** All pages, as a PDF. */
    | { readonly work: 'file' }
    /** A look at what was written, by other eyes. */
    | { readonly work: 'gate'; readonly written: string }
  )

/** Something that must not leave. */
export interface GateFault {
  /** From 0; null: it is about the whole file. */
  readonly page: number | null
  /** As a redaction says it; null where no one box is meant. */
  readonly box: readonly [number, number, number, number] | null
  /**
   * `text`: letters that can be read though they are covered. `pixels`: a box is not of one color. `ring`: a covered letter
   * sticks out of its box. `structure`: something is in the file that does not belong there.
   */
  readonly kind: 'text' | 'pixels' | 'ring' | 'structure'
  /** For people; without a word of the document. */
  readonly reason: string
}

export type GateAnswer = { readonly ok: true } | { readonly ok: false; readonly faults: readonly GateFault[] }

/** What became of the text of the pages. */
export interface BurnedText {
  /** Letters that stayed, that boxes touch, and that nobody sees on the page. */
  readonly kept: number
  readonly covered: number
  readonly unseen: number
  /** Pages on which something is drawn and no letter has a place, as scans that nobody had recognized: they have no text. */
  readonly withoutText: number
}

export type BurnPart =
  | { readonly kind: 'image'; readonly bytes: Buffer }
  /** The next bytes of the file. */
  | { readonly kind: 'piece'; readonly bytes: Buffer }
  | { readonly kind: 'text'; readonly text: BurnedText }
  | { readonly kind: 'gate'; readonly answer: GateAnswer }

export interface BurnDone {
  /** Why it could not be burned; null where it was. */
  readonly fault: PageFault | null
}
