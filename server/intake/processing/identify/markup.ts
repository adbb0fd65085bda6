/** HTML, XHTML and XML by their first tag, and the kinds of documents that are written in XML. */
import { isExtensionOfKind, type Kind, type KindName, kindOf } from '../../../platform/file-kinds.ts'

/** By the root element, without its prefix, where a namespace or a program's mark near it agrees. */
const roots: readonly (readonly [root: RegExp, sign: string, KindName])[] = [
  [/^svg$/, '', 'svg'],
  [/^wordDocument$/, 'schemas.microsoft.com/office/word/2003/wordml', 'wordMl'],
  [/^Workbook$/, 'urn:schemas-microsoft-com:office:spreadsheet', 'spreadsheetMl'],
  [/^package$/, 'schemas.microsoft.com/office/2006/xmlPackage', 'flatOpc'],
  [/^document$/, 'opendocument.text', 'fodt'],
  [/^document$/, 'opendocument.spreadsheet', 'fods'],
  [/^document$/, 'opendocument.presentation', 'fodp'],
]

/** Elements with which a page begins that has no head, where no name says that it is one. */
const fragment =
  /^(html|head|body|title|meta|link|base|script|style|table|div|span|p|h[1-6]|font|center|a|b|i|u|img|br|hr|ul|ol|frameset|form|pre|blockquote)$/i
/** Extensions of programs that write pages: what begins with a page there is their source. */
const sources = /^(php|jsp|jspx|asp|aspx|ascx|cshtml|vue|svelte|js|ts|tsx|jsx|css|md|markdown|erb|ejs|hbs)$/

/** The kind of a text that begins with markup, or null. */
export function byMarkup(text: string, extension: string): Kind | null {
  const start = text.trimStart()
  const isNamedPage = /^(s?html?|xht(ml)?)$/.test(extension)
  if (!start.startsWith('<')) return isNamedPage ? kindOf('html', extension) : null
  const { root, doctype, declared } = prolog(start)
  const [, local = ''] = /^(?:[\w.-]+:)?([\w.-]+)$/.exec(root) ?? []
  if (/^html$/i.test(doctype) || /^html$/i.test(root)) {
    const isXml = declared || /xmlns\s?=\s?["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(start)
    return sources.test(extension) ? null : kindOf(isXml ? 'xhtml' : 'html', extension)
  }
  const found = roots.find(([pattern, sign]) => pattern.test(local) && start.includes(sign))
  if (found !== undefined) return kindOf(found[2], extension)
  if (declared) return xml(extension)
  if (isNamedPage) return kindOf('html', extension)
  if (extension === 'xml') return root === '' && doctype === '' ? null : xml(extension)
  const isKnownText = extension === 'txt' || sources.test(extension)
  if (/^(head|body)$/i.test(root) || (!isKnownText && fragment.test(root))) return kindOf('html', extension)
  return null
}

/** An extension of a kind that is written in XML stays; one that belongs to something else does not. */
function xml(extension: string): Kind {
  const kind = kindOf('xml', extension)
  return extension === '' || isExtensionOfKind(extension) || extension === 'txt'
    ? kind
    : { ...kind, extension }
}

interface Prolog {
  /** Name of the first element; empty where none is found. */
  readonly root: string
  readonly doctype: string
  /** Whether an XML declaration stands before it. */
  readonly declared: boolean
}

/** What stands before the first element: declarations, comments, instructions. Each of them is passed once. */
function prolog(text: string): Prolog {
  const declared = text.startsWith('<?xml')
  let doctype = ''
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    let end: number
    if (text.startsWith('<!--', at)) end = after(text, '-->', at)
    else if (text.startsWith('<?', at)) end = after(text, '>', at)
    else if (text.startsWith('<!', at)) {
      doctype = /^<!doctype\s{1,99}([\w.:-]+)/i.exec(text.slice(at, at + 200))?.[1] ?? doctype
      const bracket = text.indexOf('[', at)
      const close = text.indexOf('>', at)
      end =
        bracket >= 0 && bracket < close ? after(text, '>', text.indexOf(']', bracket)) : after(text, '>', at)
    } else break
    if (end <= at) return { root: '', doctype, declared }
    at = end
  }
  const root = /^<([A-Za-z_][\w.:-]{0,99})(?=[\s/>])/.exec(text.slice(at, at + 110))?.[1] ?? ''
  return { root, doctype, declared }
}

/** Behind the next mark; 0 where there is none. */
function after(text: string, mark: string, from: number): number {
  const at = from < 0 ? -1 : text.indexOf(mark, from)
  return at < 0 ? 0 : at + mark.length
}
