/** Elements of HTML by what the viewer and the text make of them. */

const names = (all: string): ReadonlySet<string> => new Set(all.split(/\s+/))

/** Whose tags the viewer keeps. */
export const kept: ReadonlySet<string> = names(
  `a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption
  figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike
  strong sub sup table tbody td tfoot th thead tr tt u ul var wbr`,
)

/** Of these, the ones that have no closing tag. */
export const voids: ReadonlySet<string> = names('br hr img wbr col')

/** Boxes of their own, which cut what does not fit where they are told to. */
export const blocks: ReadonlySet<string> = names(
  `address article blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header li main nav ol p pre
  section ul`,
)

/** Which are not kept and which browsers set apart from what stands beside them. */
export const asBlocks: readonly string[] = [
  ...[
    'aside',
    'button',
    'details',
    'dialog',
    'dir',
    'fieldset',
    'form',
    'hgroup',
    'iframe',
    'input',
    'label',
  ],
  ...['legend', 'menu', 'noframes', 'noscript', 'optgroup', 'option', 'search', 'select', 'summary', 'text'],
  'textarea',
]

/** Kinds of input whose value can be seen. */
export const shownInputs: ReadonlySet<string> = new Set([
  '',
  ...['text', 'search', 'email', 'tel', 'url', 'number', 'date', 'time', 'datetime-local', 'month', 'week'],
  ...['button', 'submit', 'reset'],
])

/** Which may stand within a word: parts of a line, and what is not seen. */
const within = names(
  `a abbr acronym b base basefont bdi bdo big blink cite code data del dfn em font i ins kbd link mark meta nobr output param q
  rb rp rt rtc ruby s samp script slot small source span strike strong style sub sup template textPath time track tspan tt u
  var wbr math mi mn mo mrow ms mstyle msub msubsup msup semantics`,
)
/** Marks of Office, such as those of places in a sentence. */
const ofOffice = /^(o|st\d|w):/

/** Whether the words before and behind a tag of it may be one. All others part them, those that nobody knows too. */
export const withinWords = (tag: string): boolean => within.has(tag) || ofOffice.test(tag)
