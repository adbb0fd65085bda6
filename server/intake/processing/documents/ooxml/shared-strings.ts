/** Strings of a workbook, each stored once (ECMA-376 part 1, 18.4). */
import type { OfficeFile } from './office-file.ts'

export interface SharedStrings {
  /** By their index. */
  readonly strings: readonly string[]
  /** How Japanese is read aloud: no part of a string, but stored with it. */
  readonly aloud: ReadonlySet<string>
}

export function readSharedStrings(file: OfficeFile, part: string): SharedStrings {
  const strings: string[] = []
  const aloud = new Set<string>()
  let words = ''
  let reading = ''
  let inText = false
  let inReading = false
  file.walk(part, {
    open(name) {
      if (name === 'si') words = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') {
        inReading = true
        reading = ''
      }
    },
    text(text) {
      if (!inText) return
      if (inReading) reading += text
      else words += text
    },
    close(name) {
      if (name === 'si') strings.push(words)
      else if (name === 't') inText = false
      else if (name === 'rPh') {
        inReading = false
        aloud.add(reading)
      }
    },
  })
  return { strings, aloud }
}
