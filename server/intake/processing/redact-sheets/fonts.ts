/** Fonts by their usual names: any other name is a text of its author's. */
import { type AllowedElements, color, decimal, flag, whole } from './allowed.ts'

const known = [
  ...['Aptos', 'Aptos Display', 'Aptos Narrow', 'Arial', 'Arial Black', 'Arial Narrow', 'Arial Unicode MS'],
  ...['Bahnschrift', 'Batang', 'Book Antiqua', 'Bookman Old Style', 'Calibri', 'Calibri Light', 'Cambria'],
  ...[
    'Cambria Math',
    'Candara',
    'Carlito',
    'Century',
    'Century Gothic',
    'Century Schoolbook',
    'Comic Sans MS',
  ],
  ...['Consolas', 'Constantia', 'Corbel', 'Courier', 'Courier New', 'DejaVu Sans', 'DejaVu Sans Mono'],
  ...['DejaVu Serif', 'DengXian', 'Franklin Gothic Book', 'Franklin Gothic Medium', 'Garamond', 'Geneva'],
  ...['Georgia', 'Gill Sans MT', 'Gulim', 'Helvetica', 'Helvetica Neue', 'Impact', 'Liberation Mono'],
  ...['Liberation Sans', 'Liberation Serif', 'Lucida Console', 'Lucida Sans', 'Lucida Sans Unicode'],
  ...[
    'MS Gothic',
    'MS Mincho',
    'MS PGothic',
    'MS Sans Serif',
    'Malgun Gothic',
    'Meiryo',
    'Microsoft Sans Serif',
  ],
  ...['Microsoft YaHei', 'MingLiU', 'Open Sans', 'PMingLiU', 'Palatino Linotype', 'Roboto', 'Segoe UI'],
  ...[
    'SimHei',
    'SimSun',
    'Symbol',
    'Tahoma',
    'Times',
    'Times New Roman',
    'Trebuchet MS',
    'Tw Cen MT',
    'Verdana',
  ],
  ...['Webdings', 'Wingdings', 'Wingdings 2', 'Wingdings 3', 'Yu Gothic'],
]

export const knownFonts: ReadonlySet<string> = new Set(known)
const fontName = new RegExp(`^(?:${known.join('|')})$`)
export const usualFont = 'Calibri'

/** What stands in a font of a style. */
export const fontElements: AllowedElements = {
  font: {},
  b: { val: flag },
  i: { val: flag },
  strike: { val: flag },
  condense: { val: flag },
  extend: { val: flag },
  outline: { val: flag },
  shadow: { val: flag },
  u: { val: /^(?:single|double|singleAccounting|doubleAccounting|none)$/ },
  vertAlign: { val: /^(?:baseline|superscript|subscript)$/ },
  sz: { val: decimal },
  color,
  name: { val: fontName },
  family: { val: whole },
  charset: { val: whole },
  scheme: { val: /^(?:major|minor|none)$/ },
}

/** The same of a run of letters, where the name is called otherwise. */
export const runElements: AllowedElements = { ...fontElements, rFont: { val: fontName } }
