/** What was recognized on the pages of a document, for the text that stays with a redacted file. */
import { writeFile } from 'node:fs/promises'
import type { Reader } from '../../../platform/records/records.ts'
import type { Makeable } from '../../pages/draw.ts'
import { recognitionOf, recognizedWords } from '../../pages/recognized-words.ts'
import type { RecognizedInFile } from './protocol.ts'

export interface Recognition {
  /** Which recognition the words are from; null where there is none. What was made with another is made anew. */
  of(source: Makeable): Promise<string | null>
  /** Writes its words into a file. */
  write(source: Makeable, file: string): Promise<void>
}

/** From the record. */
export const openRecognition = (read: Reader): Recognition => ({
  of: (source) => recognitionOf(read, source),
  async write(source, file) {
    const pages = await recognizedWords(read, source)
    const words: RecognizedInFile = [...pages].map(([page, found]) => [
      page,
      found.map(({ text, left, top, right, bottom }) => [text, left, top, right, bottom]),
    ])
    await writeFile(file, JSON.stringify(words))
  },
})
