/** The styles of a workbook, written anew (ECMA-376 part 1, 18.8): looks without names, and one for what is covered. */
import { escaped, head, mainSpace } from '../../../platform/workbook/package-parts.ts'
import { decodeXml, walkXml } from '../documents/xml.ts'
import { type AllowedElements, allowedAttributes, allowedInside, color, flag, whole } from './allowed.ts'
import { fontElements, usualFont } from './fonts.ts'
import { plainFormat } from './number-formats.ts'

export interface Styles {
  readonly xml: string
  /** Styles that cells may have. */
  readonly count: number
  /** Black, with white letters. */
  readonly covered: number
  /** What of the formats was left out: sentences. */
  readonly leftOut: readonly string[]
}

const fillElements: AllowedElements = {
  fill: {},
  patternFill: { patternType: /^[a-zA-Z0-9]{1,20}$/ },
  fgColor: color,
  bgColor: color,
}
const line = {
  style:
    /^(?:none|thin|medium|dashed|dotted|thick|double|hair|mediumDashed|dashDot|mediumDashDot|dashDotDot|mediumDashDotDot|slantDashDot)$/,
}
const borderElements: AllowedElements = {
  border: { diagonalUp: flag, diagonalDown: flag, outline: flag },
  ...{ left: line, right: line, top: line, bottom: line, diagonal: line, vertical: line, horizontal: line },
  color,
}
const alignment = {
  horizontal: /^(?:general|left|center|right|fill|justify|centerContinuous|distributed)$/,
  vertical: /^(?:top|center|bottom|justify|distributed)$/,
  textRotation: whole,
  wrapText: flag,
  indent: whole,
  shrinkToFit: flag,
  readingOrder: whole,
}
const patterns = new Set(
  (
    'none solid mediumGray darkGray lightGray darkHorizontal darkVertical darkDown darkUp darkGrid darkTrellis ' +
    'lightHorizontal lightVertical lightDown lightUp lightGrid lightTrellis gray125 gray0625'
  ).split(' '),
)
const xfElements: AllowedElements = { xf: {}, alignment }
const xfAttributes = { quotePrefix: flag }
const applied = ' applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"'

const plainFont = `<font><sz val="11"/><name val="${usualFont}"/></font>`
const whiteFont = `<font><sz val="11"/><color rgb="FFFFFFFF"/><name val="${usualFont}"/></font>`
const plainFills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
]
const blackFill =
  '<fill><patternFill patternType="solid"><fgColor rgb="FF000000"/><bgColor rgb="FF000000"/></patternFill></fill>'
const plainBorder = '<border><left/><right/><top/><bottom/><diagonal/></border>'

/** Of a workbook without styles: null. */
export function rebuiltStyles(bytes: Uint8Array | null): Styles {
  const xml = bytes === null ? '' : decodeXml(bytes)
  const fonts = orPlain(allowedInside(xml, 'fonts', fontElements).map(namedFont), [plainFont])
  const fills = orPlain(allowedInside(xml, 'fills', fillElements).map(knownPattern), plainFills)
  const borders = orPlain(allowedInside(xml, 'borders', borderElements), [plainBorder])
  const { looks, formats, wasReset } = readLooks(xml, [fonts.length, fills.length, borders.length])
  const own = [
    ...looks,
    `<xf numFmtId="0" fontId="${fonts.length}" fillId="${fills.length}" borderId="0"${applied}/>`,
  ]
  const colors = allowedInside(xml, 'indexedColors', { rgbColor: { rgb: /^[0-9A-Fa-f]{6,8}$/ } })
  const list = (name: string, all: readonly string[]): string =>
    all.length === 0 ? '' : `<${name} count="${all.length}">${all.join('')}</${name}>`
  return {
    xml: `${head}<styleSheet xmlns="${mainSpace}">${list('numFmts', formats)}${list('fonts', [...fonts, whiteFont])}${list('fills', [...fills, blackFill])}${list('borders', borders)}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${list('cellXfs', own)}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>${colors.length === 0 ? '' : `<colors><indexedColors>${colors.join('')}</indexedColors></colors>`}</styleSheet>`,
    count: looks.length,
    covered: looks.length,
    leftOut: wasReset
      ? [
          'Number formats with words in them, or that show nothing, were set back: the numbers are shown plainly.',
        ]
      : [],
  }
}

const orPlain = (found: readonly string[], plain: readonly string[]): readonly string[] =>
  found.length === 0 ? plain : found

/** A font must have a name. */
const namedFont = (font: string): string =>
  font.replace(/<name><\/name>/g, `<name val="${usualFont}"></name>`).replace(/^<font><\/font>$/, plainFont)

const knownPattern = (fill: string): string =>
  fill.replace(/patternType="([^"]*)"/, (told, name: string) =>
    patterns.has(name) ? told : 'patternType="none"',
  )

interface Looks {
  readonly looks: readonly string[]
  readonly formats: readonly string[]
  readonly wasReset: boolean
}

/** Looks that refer to what is not there refer to the first of its kind. */
function readLooks(xml: string, [fonts, fills, borders]: readonly [number, number, number]): Looks {
  const codes = new Map<number, string>()
  const used = new Map<number, string>()
  const looks: string[] = []
  let wasReset = false
  let inside = false
  let look: { tag: string; alignment: string } | null = null
  const within = (value: string | undefined, count: number): number =>
    value !== undefined && whole.test(value) && Number(value) >= 0 && Number(value) < count
      ? Number(value)
      : 0
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '')
      else if (name === 'cellXfs') inside = true
      else if (inside && name === 'xf') {
        let format = within(attributes.get('numFmtId'), 100_000)
        const code = codes.get(format)
        if (code !== undefined) {
          const plain = plainFormat(code)
          wasReset ||= plain !== code
          if (plain === null) format = 0
          else used.set(format, plain)
        } else if (format >= 164) format = 0
        const ids = `fontId="${within(attributes.get('fontId'), fonts)}" fillId="${within(attributes.get('fillId'), fills)}" borderId="${within(attributes.get('borderId'), borders)}"`
        look = {
          tag: `<xf numFmtId="${format}" ${ids}${applied}${allowedAttributes(attributes, xfAttributes)}>`,
          alignment: '',
        }
      } else if (look !== null && name === 'alignment')
        look.alignment = `<alignment${allowedAttributes(attributes, xfElements.alignment ?? {})}/>`
    },
    close(name) {
      if (name === 'cellXfs') inside = false
      if (name !== 'xf' || look === null) return
      looks.push(`${look.tag}${look.alignment}</xf>`)
      look = null
    },
  })
  if (looks.length === 0) looks.push(`<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>`)
  return {
    looks,
    formats: [...used].map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`),
    wasReset,
  }
}
