/**
 * What a browser shows of hostile pages, against the text that is kept of them: whatever the recipient of a message could read,
 * the reviewer finds.
 */
import fc from 'fast-check'
import { htmlText, shownHtml } from '#server/intake/processing/documents/html.ts'
import { expect, test } from './fixture.ts'

const open = [
  ...[
    'p',
    'div',
    'b',
    'a href="https://x.example/y"',
    'font size=2',
    'h1',
    'ul',
    'li',
    'blockquote',
    'center',
  ],
  ...[
    'table',
    'tr',
    'td',
    'table style="font-size:0"',
    'button',
    'label',
    'details open',
    'pre',
    'xmp',
    'nobr',
  ],
  ...['svg', 'math', 'mtext', 'foreignObject', 'desc', 'title', 'style', 'template', 'noscript', 'iframe'],
  ...['select', 'option', 'textarea', 'script', 'noembed', 'object', 'video', 'x-y', 'plaintext', 'frameset'],
  ...[
    'span style="display:none"',
    'span style="font-size:0px"',
    'span style="font-size:14px"',
    'span hidden',
  ],
  ...[
    'div style="visibility:hidden"',
    'div style="visibility:visible"',
    'div style="opacity:0"',
    'div class=gone',
  ],
  ...[
    'div style="max-height:0;overflow:hidden"',
    'span style="max-height:0;overflow:hidden"',
    'i class=here',
  ],
  ...['div style="font:0/0 a"', 'div style="display:block!important" class=gone', 'b id=gone'],
]
const closed = [
  'p',
  'div',
  'b',
  'a',
  'span',
  'table',
  'td',
  'svg',
  'math',
  'style',
  'title',
  'template',
  'script',
]
const odd = [
  ...[
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!-->',
    '<?php ',
    '</',
    '<p',
    ' > ',
    '"',
    "'",
    '<br/>',
    '<script/>',
    '</x>',
  ],
  ...[
    '<style>.gone,#gone{display:none}.here{display:inline}@media print{p{display:none}}</style>',
    '<!doctype html>',
  ],
  ...[
    '<!--[if mso]>',
    '<![endif]-->',
    '<body hidden',
    '<svg><style></svg2>',
    '<math><mi><img title="--&gt;">',
  ],
]

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 5, arbitrary: fc.constantFrom(...open).map((tag) => `<${tag}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...closed).map((tag) => `</${tag}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...odd) },
)
/** Pages of tags and of words that are all different. */
const page = fc
  .array(piece, { minLength: 3, maxLength: 24 })
  .map((pieces) => pieces.map((one, at) => one ?? `w${String(at).padStart(2, '0')}q`).join(''))

/** The words that can be seen on the page; run in the browser. */
function seenWords(): string[] {
  const seen: string[] = []
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const around = node.parentElement
    if (around === null || !around.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue
    if (!isWithinBoxes(around)) continue
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/w\d\dq/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if ([...range.getClientRects()].some(({ width, height }) => width > 1 && height > 1)) seen.push(word)
    }
  }
  return seen

  function isWithinBoxes(element: Element): boolean {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (
        getComputedStyle(at).overflow === 'hidden' &&
        at.clientHeight === 0 &&
        getComputedStyle(at).display !== 'inline'
      )
        return false
    return true
  }
}

test('every word that a browser shows of a page is in the text that is kept of it', { tag: '@deep' }, async ({
  browser,
}) => {
  test.slow()
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true })
  const tab = await context.newPage()
  let shown = 0
  for (const source of fc.sample(page, { numRuns: 400, seed: 22 })) {
    await tab.setContent(source, { waitUntil: 'commit' })
    const words = await tab.evaluate(seenWords)
    shown += words.length
    const { html } = shownHtml(source)
    const text = htmlText(html)
    expect(
      words.filter((word) => !text.includes(word)),
      source,
    ).toEqual([])
  }
  // Else it would prove nothing.
  expect(shown).toBeGreaterThan(500)
  await context.close()
})
