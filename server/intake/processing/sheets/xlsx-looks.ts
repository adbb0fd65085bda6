/** What of a cell's style is shown: bold, and how its text is aligned (ECMA-376 part 1, 18.8). */
import type { SheetCell } from '#contracts/sheets.ts'
import type { OfficeFile } from '../documents/ooxml/office-file.ts'
import { decodeXml, walkXml } from '../documents/xml.ts'

export type Look = Pick<SheetCell, 'bold' | 'align'>

const aligns: ReadonlyMap<string, Look['align']> = new Map([
  ['left', 'left'],
  ['right', 'right'],
  ['center', 'center'],
  ['centerContinuous', 'center'],
])

/** By the number of a cell's style. */
export function readLooks(file: OfficeFile, part: string | undefined): readonly Look[] {
  const looks: Look[] = []
  const bytes = part === undefined ? null : file.parts.read(part)
  if (bytes === null) return looks
  const bold: boolean[] = []
  let inside: 'fonts' | 'cellXfs' | null = null
  let look: Look = {}
  walkXml(decodeXml(bytes), {
    open(name, attributes) {
      if (name === 'fonts' || name === 'cellXfs') inside = name
      else if (inside === 'fonts' && name === 'font') bold.push(false)
      else if (inside === 'fonts' && name === 'b')
        bold[bold.length - 1] = !/^(0|false)$/.test(attributes.get('val') ?? '')
      else if (inside === 'cellXfs' && name === 'xf')
        look = bold[Number(attributes.get('fontId') ?? 0)] === true ? { bold: true } : {}
      else if (inside === 'cellXfs' && name === 'alignment') {
        const align = aligns.get(attributes.get('horizontal') ?? '')
        if (align !== undefined) look = { ...look, align }
      }
    },
    close(name) {
      if (name === inside) inside = null
      else if (inside === 'cellXfs' && name === 'xf') looks.push(look)
    },
  })
  return looks
}
