/** The letters that pages are laid out with: DejaVu, which has those of Europe and many more. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type FontFile, readFont } from './font-file.ts'

export const faceNames = ['plain', 'bold', 'slanted', 'mono'] as const
export type FaceName = (typeof faceNames)[number]

const addresses: Readonly<Record<FaceName, () => string>> = {
  plain: () => import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: () => import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  slanted: () => import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf'),
  mono: () => import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
}

export interface Letter {
  /** The face that has it; of what none has, the one that was asked for. */
  readonly face: FaceName
  readonly glyph: number
  /** In thousandths of the size. */
  readonly width: number
  readonly isMissing: boolean
}

const fonts = new Map<FaceName, FontFile>()
const letters = new Map<FaceName, Map<number, Letter>>()

/** The font of a face, read when it is needed first. */
export function fontOf(face: FaceName): FontFile {
  const known = fonts.get(face)
  if (known !== undefined) return known
  const font = readFont(readFileSync(fileURLToPath(addresses[face]())))
  fonts.set(face, font)
  return font
}

/** A letter as it is drawn: in its face, else in the plain one, which has more, else as a box. */
export function letterOf(face: FaceName, code: number): Letter {
  const seen = letters.get(face) ?? new Map<number, Letter>()
  letters.set(face, seen)
  const known = seen.get(code)
  if (known !== undefined) return known
  const has = [face, 'plain' as const].find((one) => fontOf(one).glyphOf(code) !== 0)
  const own = has ?? face
  const glyph = fontOf(own).glyphOf(code)
  const letter = { face: own, glyph, width: fontOf(own).widthOf(glyph), isMissing: has === undefined }
  seen.set(code, letter)
  return letter
}

/** How wide a text is at a size, in points. */
export function widthOf(text: string, face: FaceName, size: number): number {
  let width = 0
  for (const char of text) width += letterOf(face, char.codePointAt(0) ?? 0).width
  return (width * size) / 1000
}
