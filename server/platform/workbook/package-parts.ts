/** The parts of a workbook's package (ECMA-376 part 1 and 2) that are the same whatever its cells are. Pure. */

export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageSpace = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument'

const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
/** Characters that XML has no room for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unfit, '')
    .replace(/[&<>"\r]/g, (sign) => special[sign] ?? sign)

export type Part = 'styles' | 'theme' | 'sharedStrings'
export const targets = {
  styles: 'styles.xml',
  theme: 'theme/theme1.xml',
  sharedStrings: 'sharedStrings.xml',
} as const
const partKinds = {
  styles: `${kinds}.spreadsheetml.styles+xml`,
  theme: `${kinds}.theme+xml`,
  sharedStrings: `${kinds}.spreadsheetml.sharedStrings+xml`,
} as const

export function contentTypes(sheets: number, parts: readonly Part[]): string {
  const one = (name: string, kind: string): string =>
    `<Override PartName="/xl/${name}" ContentType="${kind}"/>`
  const all = Array.from({ length: sheets }, (_, sheet) =>
    one(`worksheets/sheet${sheet + 1}.xml`, `${kinds}.spreadsheetml.worksheet+xml`),
  )
  return `${head}<Types xmlns="${packageSpace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${one('workbook.xml', `${kinds}.spreadsheetml.sheet.main+xml`)}${all.join('')}${parts.map((part) => one(targets[part], partKinds[part])).join('')}</Types>`
}

export const relationships = (all: readonly (readonly [type: string, target: string])[]): string =>
  `${head}<Relationships xmlns="${packageSpace}/relationships">${all
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

export const workbook = (names: readonly string[], date1904: boolean): string =>
  `${head}<workbook xmlns="${mainSpace}" xmlns:r="${relations}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><bookViews><workbookView/></bookViews><sheets>${names
    .map((name, sheet) => `<sheet name="${escaped(name)}" sheetId="${sheet + 1}" r:id="rId${sheet + 1}"/>`)
    .join('')}</sheets></workbook>`
