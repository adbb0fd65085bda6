/** Making what goes out of a document. */
import type { PageFault } from '../../review/pages/protocol.ts'
import type { Made, ToMake } from './made.ts'

declare module '../../platform/services.ts' {
  interface Services {
    /** Makes the pages, texts and files of productions. */
    readonly producing: Producing
  }
}

export interface Producing {
  /** How many pages a document has that can all be drawn; or why not. */
  count(
    document: { readonly projectId: number; readonly documentId: number },
    signal: AbortSignal,
  ): Promise<number | PageFault>
  /** Makes and keeps what goes out; or says why that cannot be. The same document is made to the same bytes. */
  make(document: ToMake, signal: AbortSignal): Promise<Made | PageFault>
}
