/**
 * HTML of mail: made harmless for the viewer's frame, and read as text for the search. Nothing that is left can run,
 * load, submit or lead anywhere: links show where they would go and do nothing. What is left is what a browser shows, read
 * by the rules that browsers read by: what one of them leaves out and the other shows would be hidden from one of two readers.
 */
import { asBlocks, blocks, kept, shownInputs, voids, withinWords } from './html-elements.ts'
import { type Style, Styles } from './html-styles.ts'
import {
  attribute,
  type HtmlElement,
  type HtmlNode,
  type HtmlPage,
  htmlPage,
  isElement,
  isOfHtml,
  styleSheets,
} from './html-tree.ts'

/** Images of the message itself by Content-ID (without brackets), as data addresses. */
export type InlineImages = ReadonlyMap<string, string>

/** A page as it is kept. */
export interface ShownHtml {
  /** What a browser shows, with nothing left that could act. */
  readonly html: string
  /** Words that it holds and that no browser shows, a line for each place; empty where there are none. */
  readonly hidden: string
  /** The same without what Outlook shows: servers on the way take comments out. */
  readonly unseen: string
  /** Where its links lead, each once. */
  readonly links: readonly string[]
  /** What it is called; empty where it is not. */
  readonly title: string
  /** What is told of its links and pictures where a pointer rests on them. */
  readonly titles: readonly string[]
  /** It could not be taken apart: `html` is its source as it stands. */
  readonly isSource: boolean
}

/** The same HTML with nothing left that could act; images only from `inline`. */
export const sanitiseHtml = (html: string, inline: InlineImages = new Map()): string =>
  shownHtml(html, inline).html

export function shownHtml(source: string, inline: InlineImages = new Map()): ShownHtml {
  const page = htmlPage(source)
  if (page === null)
    return {
      html: `<pre>${escaped(source)}</pre>`,
      hidden: '',
      unseen: '',
      links: [],
      title: '',
      titles: [],
      isSource: true,
    }
  const reading = new PageReading(inline, 0)
  reading.page(page, source)
  const { hidden, ofOutlook, links, title, titles } = reading
  return {
    html: reading.html(),
    hidden: [...hidden, ...ofOutlook].join('\n'),
    unseen: hidden.join('\n'),
    links: [...links],
    title,
    titles: [...titles],
    isSource: false,
  }
}

/** Frames in frames whose pages are read as pages. */
const deepestFrame = 2
/** Deeper elements keep their text and lose their tags. */
const nestingLimit = 256
/** Links of a page that are told of, and titles in it, and characters of each. */
const maxTold = 500
const maxToldChars = 1_000

/** What is passed on to what stands within an element. */
interface State {
  /** Nothing within is seen, whatever it says. */
  readonly hidden: boolean
  readonly visible: boolean
  /** Letters have a size. */
  readonly sized: boolean
  /** In a drawing: a title is one of its names. */
  readonly drawn: boolean
}
const shown: State = { hidden: false, visible: true, sized: true, drawn: false }

interface Open {
  readonly tag: string
  readonly children: readonly HtmlNode[]
  next: number
  readonly state: State
  /** What closes it in the viewer's page. */
  readonly end: string
}

/** One page, written out as it is walked. */
class PageReading {
  readonly hidden: string[] = []
  /** What comments hold for Outlook alone. */
  readonly ofOutlook: string[] = []
  readonly links = new Set<string>()
  title = ''
  readonly titles = new Set<string>()
  readonly #inline: InlineImages
  readonly #depth: number
  readonly #shown: string[] = []
  readonly #open: Open[] = []
  readonly #frames: { readonly srcdoc: string; readonly state: State }[] = []
  #styles = new Styles()
  #isQuirky = false
  /** What parts the next words from the last ones, where an element between them leaves no tag. */
  #gap = false
  /** Words of one hidden place, as far as they were met. */
  #unseen: string[] = []

  constructor(inline: InlineImages, depth: number) {
    this.#inline = inline
    this.#depth = depth
  }

  html(): string {
    return this.#shown.join('')
  }

  page(page: HtmlPage, source: string, state: State = shown): void {
    this.#isQuirky = page.mode === 'quirks'
    this.#styles = new Styles(/<style/i.test(source) ? styleSheets(page) : '')
    this.#walk(page.childNodes, state)
    for (const frame of this.#frames) {
      this.#write('<div>')
      this.#inner(frame.srcdoc, frame.state)
      this.#write('</div>')
    }
    this.#unclosed(page, source)
    this.#endHidden()
  }

  #walk(children: readonly HtmlNode[], state: State): void {
    const bottom = this.#open.length
    this.#open.push({ tag: '', children, next: 0, state, end: '' })
    while (this.#open.length > bottom) {
      const top = this.#open.at(-1)
      if (top === undefined) return
      const child = top.children[top.next++]
      if (child === undefined) {
        this.#open.pop()
        if (top.tag !== '') this.#part(top.tag, top.state)
        this.#write(top.end)
      } else if (isElement(child)) this.#element(child, top.state)
      else if ('value' in child) this.#text(child.value, top.state)
      else if ('data' in child) this.#comment(child.data)
    }
  }

  #element(element: HtmlElement, around: State): void {
    const { tagName: tag } = element
    const ofHtml = isOfHtml(element)
    // The latter are settings of Office, in what Outlook alone reads.
    const isAside = (ofHtml && tag === 'title' && !around.drawn) || (tag === 'xml' && around.hidden)
    if (isAside) {
      this.#part(tag, around)
      if (tag === 'title' && this.title === '') this.title = told(textIn(element))
      return
    }
    if (tag === 'script' || tag === 'style') {
      // Of a drawing's styles the words are styles; what stands in an element there is none.
      if (!ofHtml)
        this.#push(element.tagName, element.childNodes.filter(isElement), { ...around, hidden: true }, '')
      return
    }
    const own = this.#styles.read(attribute(element, 'style'))
    const state = this.#stateOf(element, own, around)
    this.#part(tag, state)
    if (ofHtml && tag === 'template') {
      const { content } = element as HtmlElement & { readonly content?: { readonly childNodes: HtmlNode[] } }
      this.#push(tag, content?.childNodes ?? [], { ...state, hidden: true }, '')
      return
    }
    const title = attribute(element, 'title')
    if (title !== undefined) this.#tell(this.titles, title)
    if (tag === 'a' || tag === 'area') this.#tell(this.links, attribute(element, 'href') ?? '')
    if (tag === 'iframe') {
      const srcdoc = attribute(element, 'srcdoc')
      if (srcdoc !== undefined) this.#frames.push({ srcdoc, state })
    }
    const { start, end, words } = this.#tagOf(element, state, own.kept)
    this.#write(start)
    // A picture has its size whatever that of letters is.
    if (words !== '') this.#words(words, tag === 'img' ? { ...state, sized: true } : state, start !== '')
    if (unread.has(tag) && ofHtml) {
      // What is written between its tags is kept: where the closing one is missing, that is all the rest of the page.
      this.#inner(textIn(element), state)
      this.#write(end)
    } else this.#push(tag, element.childNodes, state, end)
  }

  #push(tag: string, children: readonly HtmlNode[], state: State, end: string): void {
    this.#open.push({ tag, children, next: 0, state, end })
  }

  #stateOf(element: HtmlElement, own: Style, around: State): State {
    const { tagName: tag } = element
    const drawn = around.drawn || tag === 'svg'
    if (around.hidden) return drawn === around.drawn ? around : { ...around, drawn }
    const seen = this.#styles.of(own, tag, attribute(element, 'class'), attribute(element, 'id'))
    const isUnshown = seen.display === undefined ? attribute(element, 'hidden') !== undefined : !seen.display
    const isFlat = seen.flat === true && (blocks.has(tag) || seen.boxed === true)
    const hidden = isUnshown || isFlat || seen.gone === true
    const resets =
      sizesOfTheirOwn.has(tag) ||
      (tag === 'table' && this.#isQuirky) ||
      (tag === 'font' && attribute(element, 'size') !== undefined)
    const sized = seen.size === undefined ? around.sized || resets : seen.size === 'some'
    const visible = seen.visible ?? around.visible
    if (!hidden && sized === around.sized && visible === around.visible && drawn === around.drawn)
      return around
    return { hidden, visible, sized, drawn }
  }

  /** Tags as the viewer has them, and the words of an element that has none of its own. */
  #tagOf(element: HtmlElement, state: State, style: string): { start: string; end: string; words: string } {
    const { tagName: tag } = element
    const words = this.#wordsOf(element)
    const isLeft = !state.hidden && this.#open.length <= nestingLimit
    if (!isLeft) return { start: '', end: '', words }
    if (tag === 'img') {
      const data = this.#inline.get(contentId(attribute(element, 'src') ?? ''))
      if (data === undefined) return { start: '<span data-blocked="image">', end: '</span>', words }
      const pick = ['alt', 'title', 'width', 'height'].map((name) => written(name, attribute(element, name)))
      return { start: `<img${written('src', data)}${pick.join('')} />`, end: '', words: '' }
    }
    if (tag === 'a') {
      const href = attribute(element, 'href')
      const title = href === undefined ? attribute(element, 'title') : href.slice(0, 2000)
      return { start: `<a${written('title', title)}>`, end: '</a>', words }
    }
    const name = nameOf(tag, state)
    if (name === null) return { start: '', end: '', words }
    if (voids.has(name)) return { start: `<${name}${attributesOf(element, name, style)} />`, end: '', words }
    const attributes = name === tag ? attributesOf(element, name, style) : ''
    return { start: `<${name}${attributes}>`, end: `</${name}>`, words }
  }

  #wordsOf(element: HtmlElement): string {
    if (element.tagName === 'input') {
      const type = attribute(element, 'type') ?? 'text'
      return shownInputs.has(type.toLowerCase()) ? (attribute(element, 'value') ?? '') : ''
    }
    if (element.tagName !== 'img') return ''
    if (this.#inline.has(contentId(attribute(element, 'src') ?? ''))) return ''
    // Not fetched: that would tell the sender who reads, and when.
    const alt = attribute(element, 'alt') ?? ''
    return alt.trim() === '' ? '[image]' : `[image: ${alt}]`
  }

  #text(text: string, state: State): void {
    if (!isSeen(state)) return void this.#unseen.push(text)
    this.#endHidden()
    this.#shown.push(this.#gap ? ` ${escaped(text)}` : escaped(text))
    this.#gap = false
  }

  /** Words of an element that has none of its own. Where its tag is not kept they stand apart from their neighbors. */
  #words(words: string, state: State, hasTag: boolean): void {
    if (!isSeen(state)) {
      if (words !== '[image]') this.#unseen.push(` ${words} `)
      return
    }
    this.#endHidden()
    this.#shown.push(hasTag ? escaped(words) : ` ${escaped(words)} `)
    this.#gap = false
  }

  #write(tag: string): void {
    if (tag !== '') this.#shown.push(tag)
  }

  /** Meets a tag: those that are not kept part words, unless they may stand within one. */
  #part(tag: string, state: State): void {
    if (withinWords(tag) || ofEveryPage.has(tag)) return
    if (isSeen(state)) this.#gap = !(this.#open.length <= nestingLimit && leavingTags.has(tag))
    else this.#unseen.push('\n')
  }

  #endHidden(): void {
    if (this.#unseen.length === 0) return
    const words = this.#unseen.join('').replace(/\s+/g, ' ').trim()
    this.#unseen = []
    if (words !== '') this.hidden.push(words)
  }

  #tell(among: Set<string>, given: string): void {
    const words = told(given)
    if (words !== '' && words !== '#' && among.size < maxTold) among.add(words)
  }

  /** Outlook shows what these comments hold, and no browser does. */
  #comment(data: string): void {
    const [, held] = /^\[if [^\]]*\]>([\s\S]*)<!\[endif\]$/.exec(data) ?? []
    if (held !== undefined) this.#inner(held, { ...shown, hidden: true }, this.ofOutlook)
  }

  /** A comment that does not end takes the rest of the page. */
  #unclosed(page: HtmlPage, source: string): void {
    const from = source.lastIndexOf('<!--')
    if (from < 0 || /--!?>/.test(source.slice(from + 4))) return
    const last = lastComment(page)
    // Where the browser sees none there, in a script or in an attribute, it is no comment.
    if (last !== null && source.endsWith(last)) this.#inner(last, { ...shown, hidden: true })
  }

  /**
   * A page in this one. Deeper ones keep their tags: each is written in the one around it, so to read all would cost the whole
   * as often as they are deep. `unseen`: where its words go that nobody sees.
   */
  #inner(source: string, state: State, unseen = this.hidden): void {
    const page = this.#depth < deepestFrame ? htmlPage(source) : null
    if (page === null) {
      this.#text(source, state)
      return
    }
    const reading = new PageReading(this.#inline, this.#depth + 1)
    reading.page(page, source, state)
    if (isSeen(state)) this.#endHidden()
    this.#write(reading.html())
    for (const words of reading.hidden) unseen.push(words)
    for (const words of reading.ofOutlook) this.ofOutlook.push(words)
    for (const link of reading.links) this.#tell(this.links, link)
    for (const title of reading.titles) this.#tell(this.titles, title)
  }
}

/** They are there whether they are written or not. */
const ofEveryPage: ReadonlySet<string> = new Set(['html', 'head', 'body'])

const isSeen = ({ hidden, visible, sized }: State): boolean => !hidden && visible && sized

/** Elements whose content browsers leave as it is written: programs that know them do not show it, others do. */
const unread: ReadonlySet<string> = new Set(['iframe', 'noembed', 'noframes'])
/** Whose letters do not take the size of those around them. */
const sizesOfTheirOwn: ReadonlySet<string> = new Set(['input', 'button', 'textarea', 'select'])
/** As it was typed, line by line. */
const asTyped: ReadonlySet<string> = new Set(['textarea', 'xmp', 'listing', 'plaintext'])
const leavingTags: ReadonlySet<string> = new Set([...kept, ...asBlocks, ...asTyped])

/** What a tag is in the viewer's page; null for what it leaves out. */
function nameOf(tag: string, { drawn }: State): string | null {
  if (kept.has(tag)) return tag
  if (asTyped.has(tag)) return 'pre'
  return asBlocks.includes(tag) || (tag === 'title' && drawn) ? 'div' : null
}

const common = ['dir', 'lang', 'align', 'valign', 'bgcolor', 'width', 'height']
const special: Readonly<Record<string, readonly string[]>> = {
  font: ['color', 'face', 'size'],
  span: ['title'],
  table: ['border', 'cellpadding', 'cellspacing'],
  td: ['colspan', 'rowspan', 'nowrap'],
  th: ['colspan', 'rowspan', 'nowrap'],
  ol: ['start', 'type'],
  ul: ['type'],
  li: ['value'],
}

const attributesOf = (element: HtmlElement, name: string, style: string): string =>
  [
    written('style', style === '' ? undefined : style),
    ...element.attrs.map(({ name: given, value }) =>
      common.includes(given) || special[name]?.includes(given) === true ? written(given, value) : '',
    ),
  ].join('')

const written = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`

const told = (words: string): string => words.replace(/\s+/g, ' ').trim().slice(0, maxToldChars)

const textIn = ({ childNodes }: HtmlElement): string =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('')

function lastComment(page: HtmlPage): string | null {
  let node: HtmlPage | HtmlElement = page
  for (;;) {
    const last: HtmlNode | undefined = node.childNodes.at(-1)
    if (last === undefined) return null
    if ('data' in last) return last.data
    if (!isElement(last)) return null
    node = last
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The Content-IDs that HTML refers to (RFC 2392: the scheme in any case, the id as it is), wherever it does: up to what
 * ends an address in an attribute or in a style.
 */
export const contentIds = (html: string): ReadonlySet<string> =>
  new Set(
    [...html.matchAll(/\bcid:(?:[^\s"'<>)&]|&(?!(?:quot|apos|#3[49]);))+/gi)].map(([address]) =>
      contentId(address.replaceAll('&amp;', '&')),
    ),
  )

function contentId(src: string): string {
  if (!/^cid:/i.test(src)) return ''
  const id = src.slice(4)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

const lineTags =
  /^(address|article|blockquote|br|caption|center|dd|div|dl|dt|figure|figcaption|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/
const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
])

/** The text of sanitised HTML (which is well formed), with a line for each block and a tab between cells. */
export function htmlText(sanitised: string): string {
  const parts: string[] = []
  /** The last character written; asking the text itself would cost its whole length each time. */
  let last = '\n'
  let pre = 0
  let at = 0
  const write = (text: string): void => {
    if (text === '') return
    parts.push(text)
    last = text.charAt(text.length - 1)
  }
  while (at < sanitised.length) {
    const open = sanitised.indexOf('<', at)
    const end = open < 0 ? sanitised.length : open
    if (end > at) write(plain(sanitised.slice(at, end), pre > 0, /\s/.test(last)))
    if (open < 0) break
    const close = sanitised.indexOf('>', open)
    if (close < 0) break
    const closing = sanitised.charAt(open + 1) === '/'
    const tag = /^[a-z0-9]+/.exec(sanitised.slice(closing ? open + 2 : open + 1, close))?.[0] ?? ''
    if (tag === 'pre') pre += closing ? -1 : 1
    if (tag === 'br') write('\n')
    else if (lineTags.test(tag) && last !== '\n') write('\n')
    else if ((tag === 'td' || tag === 'th') && closing) write('\t')
    if (tag === 'p' && closing) write('\n')
    at = close + 1
  }
  const lines = parts.join('').split('\n')
  // Line by line: a pattern that looks for space before a line's end takes for ever on a long run of spaces.
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A run of text between tags: white space as browsers show it, entities as characters. */
function plain(raw: string, asItStands: boolean, afterSpace: boolean): string {
  const run = asItStands ? raw : raw.replace(/[ \t\r\n\f]+/g, ' ')
  const text = run
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities.get(name) ?? '')
    .replaceAll('\u00a0', ' ')
  return !asItStands && afterSpace ? text.replace(/^ /, '') : text
}
