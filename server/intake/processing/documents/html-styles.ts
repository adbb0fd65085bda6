/**
 * What styles do to words: which declarations the viewer keeps, and which of them leave words unseen. Rules of style sheets
 * count where their selectors are a tag, a class or an id: where more is asked for, of one of these, words are taken as seen.
 */

const color = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i
const length =
  /^-?\d{1,4}(\.\d+)?(px|pt|em|rem|%|ex|in|cm|mm)?( -?\d{1,4}(\.\d+)?(px|pt|em|rem|%|ex|in|cm|mm)?){0,3}$/i
const word = /^[a-z-]{1,20}$/i
const border = /^[\w\s.#(),%-]{1,60}$/i

/** What a declaration must look like to be kept. */
const allowed: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['color', [color]],
  ['background-color', [color]],
  ['font-family', [/^[\w\s,'"-]{1,200}$/]],
  ['font-size', [length, word]],
  ['font-style', [word]],
  ['font-weight', [/^(\d{3}|[a-z]+)$/i]],
  ['line-height', [length, word]],
  ['text-align', [word]],
  ['text-decoration', [/^[a-z\s-]{1,60}$/i]],
  ['vertical-align', [word, length]],
  ['white-space', [word]],
  ['width', [length]],
  ['height', [length]],
  ...['margin', 'padding'].flatMap((side) =>
    ['', '-left', '-right', '-top', '-bottom'].map((end): [string, RegExp[]] => [side + end, [length]]),
  ),
  ...['', '-left', '-right', '-top', '-bottom'].map((end): [string, RegExp[]] => [`border${end}`, [border]]),
  ['border-collapse', [word]],
])

/** What a style says of whether words are seen; what it does not say is not there. */
export interface Seen {
  /** Words of the element and all within it are shown, or not, whatever is said within it. */
  readonly display?: boolean
  /** Passed on to what is within, which may say otherwise. */
  readonly visible?: boolean
  /** The same; `relative` sizes are a share of the size around it. */
  readonly size?: 'none' | 'some'
  /** It is transparent or stands outside of the page. */
  readonly gone?: boolean
  /** It has no room and cuts what does not fit: a block does, what stands within a line does not. */
  readonly flat?: boolean
  /** It is a block, whatever its tag is. */
  readonly boxed?: boolean
}

export interface Style {
  /** As it can stand in the viewer's page. */
  readonly kept: string
  readonly seen: Seen
  /** What of it goes before styles that say otherwise. */
  readonly important: Seen
}

const nothing: Style = { kept: '', seen: {}, important: {} }

/** Of one name in style sheets; `order`: where it stands among them. */
interface Rule {
  readonly order: number
  readonly seen: Seen
  readonly important: Seen
}

/** Pages write the same styles over and over. */
const kept = 2_000

export class Styles {
  readonly #known = new Map<string, Style>()
  readonly #rules: ReadonlyMap<string, Rule>

  /** `sheets`: all style sheets of the page. */
  constructor(sheets = '') {
    this.#rules = rulesOf(sheets)
  }

  /** Of an element's own `style`. */
  read(style: string | undefined): Style {
    if (style === undefined || style === '') return nothing
    const known = this.#known.get(style)
    if (known !== undefined) return known
    const read = styleOf(style)
    if (this.#known.size < kept) this.#known.set(style, read)
    return read
  }

  /** What an element's own style and the style sheets say of it: rules for its classes in their order, for its id last. */
  of(own: Style, tag: string, classes: string | undefined, id: string | undefined): Seen {
    if (this.#rules.size === 0) return own.seen
    const names = (classes ?? '').split(/\s+/).filter((name) => name !== '')
    const rules = [
      this.#rules.get(tag),
      ...names.flatMap((name) => this.#rules.get(`.${name}`) ?? []).toSorted((a, b) => a.order - b.order),
      id === undefined ? undefined : this.#rules.get(`#${id}`),
    ].filter((rule) => rule !== undefined)
    if (rules.length === 0) return own.seen
    return Object.assign(
      {},
      ...rules.map(({ seen }) => seen),
      own.seen,
      ...rules.map(({ important }) => important),
      own.important,
    )
  }
}

/** Characters of style sheets that are looked at. */
const maxSheets = 300_000

function rulesOf(sheets: string): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>()
  /** Of what more is asked for elsewhere: what holds for it cannot be told here. */
  const unsure = new Set<string>()
  if (!/display|visib|opacity|font|overflow|clip|indent/i.test(sheets)) return rules
  const plain = sheets.slice(0, maxSheets).replace(/\/\*[\s\S]*?(\*\/|$)|<!--|-->/g, ' ')
  for (const [selectors, declarations] of topRules(plain)) {
    const { seen, important } = styleOf(declarations)
    if (Object.keys(seen).length === 0) continue
    for (const selector of selectors.split(',').map((each) => each.trim())) {
      const [first = '', ...others] = selector.match(/[.#]?[\w-]+/g) ?? []
      if (first !== selector) for (const name of [first, ...others]) unsure.add(nameOf(name))
      else {
        const before = rules.get(nameOf(first))
        rules.set(nameOf(first), {
          order: rules.size,
          seen: { ...before?.seen, ...seen },
          important: { ...before?.important, ...important },
        })
      }
    }
  }
  for (const name of unsure) rules.delete(name)
  return rules
}

/** Tags are the same in either case. */
const nameOf = (selector: string): string => (/^[.#]/.test(selector) ? selector : selector.toLowerCase())

/** Rules that hold on every screen: those within conditions are passed by. */
function* topRules(css: string): Generator<readonly [selectors: string, declarations: string]> {
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open < 0) return
    // An import or a charset ends without a block.
    const selectors = css
      .slice(at, open)
      .replace(/^[\s\S]*;/, '')
      .trim()
    if (/^@media\s+(only\s+)?(all|screen)$/i.test(selectors)) at = open + 1
    else if (selectors.startsWith('@')) at = endOfBlock(css, open)
    else {
      const close = css.indexOf('}', open)
      const end = close < 0 ? css.length : close
      // A block that was entered ends before the next rule.
      yield [selectors.replace(/^[\s}]+/, ''), css.slice(open + 1, end)]
      at = end + 1
    }
  }
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === 0x7b) depth++
    else if (code === 0x7d && --depth === 0) return at + 1
  }
  return css.length
}

/** Characters of one style that are looked at: quotes that never end would cost the square of them. */
const maxStyle = 4_000

/** Never within quotes or brackets, as far as they are closed. */
const declarations = /([\w-]+)\s*:\s*((?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|["'(])*)(?:;|$)/g

function styleOf(text: string): Style {
  const all = new Map<string, string>()
  const important = new Map<string, string>()
  for (const [, name = '', value = ''] of text.slice(0, maxStyle).matchAll(declarations)) {
    const plain = value.replace(/\s*!\s*important\s*$/i, '').trim()
    if (plain === '') continue
    all.set(name.toLowerCase(), plain)
    if (plain.length < value.trim().length) important.set(name.toLowerCase(), plain)
  }
  const keptOnes = [...all].filter(([name, value]) => allowed.get(name)?.some((like) => like.test(value)))
  return {
    kept: keptOnes.map(([name, value]) => `${name}:${value}`).join(';'),
    seen: seenBy(all),
    important: seenBy(important),
  }
}

function seenBy(style: ReadonlyMap<string, string>): Seen {
  const value = (name: string): string => (style.get(name) ?? '').toLowerCase()
  const [display, visibility] = [value('display'), value('visibility')]
  const size = sizeBy(value('font-size'), value('font'))
  const placed = /absolute|fixed/.test(value('position'))
  const clips = /hidden|clip/.test(value('overflow') + value('overflow-y') + value('overflow-x'))
  const saysRoom = ['height', 'max-height', 'width', 'max-width'].some((name) => value(name) !== '')
  const noRoom = ['height', 'max-height', 'width', 'max-width'].some((name) => isNone(value(name)))
  // Padding makes room of its own.
  const isPadded = [...style].some(([name, text]) => name.startsWith('padding') && !isNone(text))
  const saysGone = ['opacity', 'position', 'left', 'top', 'clip', 'clip-path'].some(
    (name) => value(name) !== '',
  )
  const gone =
    isNone(value('opacity')) ||
    (placed && (isFarOff(value('left')) || isFarOff(value('top')))) ||
    (placed && /^rect\((\s*[01](px)?[\s,]*){4}\)$|^inset\(50%\)$/.test(value('clip') || value('clip-path')))
  return {
    ...(display === '' ? {} : { display: display !== 'none' }),
    ...(visibility === '' ? {} : { visible: !/hidden|collapse/.test(visibility) }),
    ...(size === null ? {} : { size }),
    ...(saysGone ? { gone } : {}),
    ...(clips || saysRoom ? { flat: clips && noRoom && !isPadded } : {}),
    ...(placed || /block|flex|grid/.test(display) ? { boxed: true } : {}),
  }
}

const isNone = (value: string): boolean => /^[+-]?0*(\.0*)?0(px|pt|em|rem|%|ex|in|cm|mm|vw|vh)?$/.test(value)
const isFarOff = (value: string): boolean => /^-\d{4,}(\.\d+)?(px|pt)?$|^-\d{3,}(em|rem|vw|vh|%)$/.test(value)

/** A share of the size around it says nothing of its own, except that there is none. */
function sizeBy(size: string, font: string): 'none' | 'some' | null {
  const said = size === '' ? (/(?:^|\s)([\d.]+[a-z%]*)(?:\/\S+)?\s+\S/.exec(font)?.[1] ?? '') : size
  if (said === '') return null
  if (isNone(said)) return 'none'
  const [, number, unit = ''] = /^([\d.]+)([a-z%]*)$/.exec(said) ?? []
  if (number === undefined) return /^(larger|smaller|inherit)$/.test(said) ? null : 'some'
  if (/^(em|%|ex|ch)$/.test(unit)) return null
  // Nobody reads letters of a pixel.
  return (unit === 'px' || unit === 'pt' || unit === '') && Number(number) <= 1 ? 'none' : 'some'
}
