/** What the server and a process that makes what goes out say to each other. */
import type { ProductionSettings, StampPlace } from '#contracts/production-settings.ts'
import type { PageFault } from '../../review/pages/protocol.ts'
import type { Stamps } from './frame.ts'

/** What pages are drawn from: a file, or the lines of a slip sheet. */
type MakeSource =
  | {
      readonly kind: 'file'
      readonly file: string
      readonly maker: 'pdf' | 'picture'
      readonly mimeType: string
      readonly passwords: readonly string[]
      /** The text that stands on its pages goes out with them. */
      readonly text: boolean
      /** It is a redacted PDF. */
      readonly isBurned: boolean
    }
  | { readonly kind: 'slipSheet'; readonly text: string }

export interface MakeTask {
  readonly source: MakeSource
  /** Of each page, as many as were planned. */
  readonly stamps: readonly Stamps[]
  /** Stamps that are never cut. */
  readonly whole: readonly StampPlace[]
  readonly images: ProductionSettings['images']
  /** For the screen: this page alone (from 0), as a JPEG; null: all of them, as they leave. */
  readonly only: number | null
}

export type MakePart =
  | { readonly kind: 'page'; readonly extension: 'tif' | 'jpg'; readonly bytes: Buffer }
  /** The next bytes of the PDF of all pages. */
  | { readonly kind: 'pdf'; readonly bytes: Buffer }
  /** A checksum of what the next page shows, before it is stamped. */
  | { readonly kind: 'drawn'; readonly sum: number }
  /** What stands on the next page. */
  | { readonly kind: 'text'; readonly text: string }

export interface MakeDone {
  /** Why it could not be made; null where it was. */
  readonly fault: PageFault | null
}
