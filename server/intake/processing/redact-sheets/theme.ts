/** The colors and fonts of a theme, in a theme without names of its own (ECMA-376 part 1, 20.1.6). */

import { head } from '../../../platform/workbook/package-parts.ts'
import { decodeXml, walkXml } from '../documents/xml.ts'
import { knownFonts, usualFont } from './fonts.ts'

const colorNames = [
  ...['dk1', 'lt1', 'dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'],
  ...['hlink', 'folHlink'],
]
const usualColors = [
  ...['000000', 'FFFFFF', '44546A', 'E7E6E6', '4472C4', 'ED7D31', 'A5A5A5', 'FFC000', '5B9BD5', '70AD47'],
  ...['0563C1', '954F72'],
]
const space = 'http://schemas.openxmlformats.org/drawingml/2006/main'

export function rebuiltTheme(bytes: Uint8Array): string {
  const colors = new Map<string, string>()
  const fonts = new Map<string, string>()
  let open = ''
  let font = ''
  walkXml(decodeXml(bytes), {
    open(name, attributes) {
      if (colorNames.includes(name)) open = name
      else if (name === 'majorFont' || name === 'minorFont') font = name
      else if (open !== '' && (name === 'srgbClr' || name === 'sysClr')) {
        const value = attributes.get(name === 'sysClr' ? 'lastClr' : 'val') ?? ''
        if (/^[0-9A-F]{6}$/i.test(value) && !colors.has(open)) colors.set(open, value)
      } else if (font !== '' && name === 'latin') {
        const face = attributes.get('typeface') ?? ''
        if (knownFonts.has(face)) fonts.set(font, face)
      }
    },
    close(name) {
      if (name === open) open = ''
      if (name === font) font = ''
    },
  })
  const scheme = colorNames
    .map((name, at) => `<a:${name}><a:srgbClr val="${colors.get(name) ?? usualColors[at]}"/></a:${name}>`)
    .join('')
  const faces = ['majorFont', 'minorFont']
    .map(
      (name) =>
        `<a:${name}><a:latin typeface="${fonts.get(name) ?? usualFont}"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}>`,
    )
    .join('')
  return `${head}<a:theme xmlns:a="${space}" name="Office"><a:themeElements><a:clrScheme name="Office">${scheme}</a:clrScheme><a:fontScheme name="Office">${faces}</a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${plainFill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="6350">${plainFill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${plainFill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
}

const plainFill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
