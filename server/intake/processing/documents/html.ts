/**
 * HTML of mail: made harmless for the viewer's frame, and read as text for the search. Nothing that is left can run,
 * load, submit or lead anywhere: links show where they would go and do nothing.
 */
import sanitize from 'sanitize-html'
import { asBlocks, kept, shownInputs, withinWords } from './html-elements.ts'

/** Images of the message itself by Content-ID (without brackets), as data addresses. */
export type InlineImages = ReadonlyMap<string, string>

const colour = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i
const length =
  /^-?\d{1,4}(\.\d+)?(px|pt|em|rem|%|ex|in|cm|mm)?( -?\d{1,4}(\.\d+)?(px|pt|em|rem|%|ex|in|cm|mm)?){0,3}$/i
const word = /^[a-z-]{1,20}$/i
const border = /^[\w\s.#(),%-]{1,60}$/i

/** Frames in frames whose pages are read as pages. */
const deepestFrame = 2
const asBlock = () => ({ tagName: 'div', attribs: {} })
/** Deeper elements keep their text and lose their tags. */
const nestingLimit = 256

/** The same HTML with nothing left that could act; images only from `inline`. */
export const sanitiseHtml = (html: string, inline: InlineImages = new Map()): string =>
  sanitised(html, inline, 0)

function sanitised(html: string, inline: InlineImages, depth: number): string {
  /** Elements that are open, and drawings among them. */
  let open = 0
  let drawings = 0
  /**
   * What comes before the next words: what parts them from the last ones, where an element between them leaves no tag. Of
   * elements that have words it is made of pieces: to join them at each tag would cost the whole as often as there are tags.
   */
  let before: string[] = []
  let hasWords = false
  const meet = (tag: string): void => {
    if (withinWords(tag) || hasWords) return
    const leavesTag = open <= nestingLimit && leavingTags.has(tag)
    before = leavesTag ? [] : [' ']
  }
  /** Words of an element that has none of its own. Too deep for a tag, the sanitiser would take them for all that follow. */
  const instead = (text: string): { readonly text?: string } => {
    if (open <= nestingLimit) return { text }
    before.push(` ${escaped(text)} `)
    hasWords ||= text.trim() !== ''
    return {}
  }
  const frames: string[] = []
  const page = sanitize(html, {
    onOpenTag: (tag) => {
      open++
      if (tag === 'svg') drawings++
      meet(tag)
    },
    onCloseTag: (tag) => {
      meet(tag)
      open--
      if (tag === 'svg') drawings--
    },
    textFilter: (text) => {
      const parted = `${before.join('')}${text}`
      before = []
      hasWords = false
      return parted
    },
    allowedTags: [...kept],
    allowedAttributes: {
      '*': ['style', 'dir', 'lang', 'align', 'valign', 'bgcolor', 'width', 'height'],
      a: ['title'],
      font: ['color', 'face', 'size'],
      img: ['src', 'alt', 'title'],
      span: ['title', 'data-blocked'],
      table: ['border', 'cellpadding', 'cellspacing'],
      td: ['colspan', 'rowspan', 'nowrap'],
      th: ['colspan', 'rowspan', 'nowrap'],
      ol: ['start', 'type'],
      ul: ['type'],
      li: ['value'],
    },
    allowedStyles: {
      '*': {
        color: [colour],
        'background-color': [colour],
        'font-family': [/^[\w\s,'"-]{1,200}$/],
        'font-size': [length, word],
        'font-style': [word],
        'font-weight': [/^(\d{3}|[a-z]+)$/i],
        'line-height': [length, word],
        'text-align': [word],
        'text-decoration': [/^[a-z\s-]{1,60}$/i],
        'vertical-align': [word, length],
        'white-space': [word],
        width: [length],
        height: [length],
        margin: [length],
        'margin-left': [length],
        'margin-right': [length],
        'margin-top': [length],
        'margin-bottom': [length],
        padding: [length],
        'padding-left': [length],
        'padding-right': [length],
        'padding-top': [length],
        'padding-bottom': [length],
        border: [border],
        'border-left': [border],
        'border-right': [border],
        'border-top': [border],
        'border-bottom': [border],
        'border-collapse': [word],
      },
    },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    // What no browser shows. Words in forms, drawings and formulas, and what stands there for want of scripts, are shown.
    nonTextTags: ['script', 'style', 'title', 'template'],
    nestingLimit,
    enforceHtmlBoundary: false,
    transformTags: {
      ...Object.fromEntries(asBlocks.map((tag) => [tag, asBlock])),
      // As it was typed, line by line.
      textarea: () => ({ tagName: 'pre', attribs: {} }),
      input: (_, { type = 'text', value = '' }) => ({
        tagName: 'div',
        attribs: {},
        ...(shownInputs.has(type.toLowerCase()) ? instead(value) : {}),
      }),
      iframe: (_, { srcdoc }) => {
        if (srcdoc !== undefined) frames.push(srcdoc)
        // What is written between its tags is kept: where the closing one is missing, that is all the rest of the page.
        return { tagName: 'div', attribs: {} }
      },
      // The name of a drawing, which is shown; not that of a page.
      title: () => ({ tagName: drawings > 0 ? 'div' : 'title', attribs: {} }),
      a: (_, { href, title }) => ({
        tagName: 'a',
        attribs: href === undefined ? pick({ title }) : { title: href.slice(0, 2000) },
      }),
      img: (_, { src, alt, title, width, height }) => {
        const data = inline.get(contentId(src ?? ''))
        if (data !== undefined)
          return { tagName: 'img', attribs: pick({ src: data, alt, title, width, height }) }
        // Not fetched: that would tell the sender who reads, and when.
        const shown = alt === undefined || alt.trim() === '' ? 'image' : `image: ${alt}`
        return { tagName: 'span', attribs: { 'data-blocked': 'image' }, ...instead(`[${shown}]`) }
      },
    },
  })
  return `${page}${before.join('').trimEnd()}${frames.map((frame) => `<div>${framed(frame, inline, depth)}</div>`).join('')}`
}

const leavingTags: ReadonlySet<string> = new Set([...kept, ...asBlocks])

/**
 * A page that is written in a frame, behind the one around it. Deeper ones keep their tags: each is written in the one around
 * it, so to read all would cost the whole as often as they are deep.
 */
const framed = (srcdoc: string, inline: InlineImages, depth: number): string =>
  depth < deepestFrame ? sanitised(srcdoc, inline, depth + 1) : escaped(srcdoc)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const pick = (attribs: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(attribs).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))

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
