/** HTML as browsers read it: a tree by the rules of HTML 13.2, and never a larger one than its source accounts for. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'

export type HtmlElement = DefaultTreeAdapterTypes.Element
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlPage = DefaultTreeAdapterTypes.Document

/** Elements beyond those that the length of the source allows for, so that no small page is ever refused. */
const spareElements = 20_000

class TooManyElements extends Error {}

/**
 * The page; null where it would have more elements than characters. Browsers open formatting that was never closed anew in
 * each block, so that a page of 20 kB can have a million elements.
 */
export function htmlPage(source: string): HtmlPage | null {
  let left = source.length + spareElements
  try {
    return parse(source, {
      // As mail is shown: without scripts.
      scriptingEnabled: false,
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (...given: Parameters<typeof defaultTreeAdapter.createElement>) => {
          if (--left < 0) throw new TooManyElements()
          return defaultTreeAdapter.createElement(...given)
        },
      },
    })
  } catch (error) {
    if (error instanceof TooManyElements) return null
    throw error
  }
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node

/** Whether it is of HTML itself, and not of a drawing or a formula in it. */
export const isOfHtml = ({ namespaceURI }: HtmlElement): boolean =>
  namespaceURI === 'http://www.w3.org/1999/xhtml'

export const attribute = ({ attrs }: HtmlElement, name: string): string | undefined =>
  attrs.find((given) => given.name === name)?.value

/** All that is written in the style sheets of a page, in their order. */
export function styleSheets(page: HtmlPage): string {
  const sheets: string[] = []
  const open: HtmlNode[] = [...page.childNodes].reverse()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node)) continue
    if (node.tagName === 'style')
      sheets.push(...node.childNodes.map((child) => ('value' in child ? child.value : '')))
    else for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return sheets.join('\n')
}
