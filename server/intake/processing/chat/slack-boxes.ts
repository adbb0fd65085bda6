/**
 * What stands below the text of a message: boxes that programs set there (attachments, in Slack's words) and layouts
 * (blocks). Bots say all that they say in them.
 */
import { chatLimits } from './conversation.ts'
import { type Fields, fieldsOf, objectsOf, textAt } from './json.ts'
import { type Names, shownText } from './slack-text.ts'

/** Stands where the lines of a message end that are kept. */
export const restLeftOut = '[The rest is left out.]'

/** A row of a table stays whole and where it is, also where another one says the same. */
interface Line {
  readonly text: string
  readonly isRow: boolean
}
const plain = (text: string): Line => ({ text, isRow: false })

/** The lines of the boxes, and of layouts that say more than the text; each once. */
export function boxesOf(message: Fields, text: string, names: Names): readonly string[] {
  const { perMessage, messageChars } = chatLimits
  const lines: string[] = []
  const found = new Set<string>()
  let chars = 0
  for (const line of allLines(message, text, names)) {
    if (line.text.trim() === '' || (!line.isRow && found.has(line.text))) continue
    if (lines.length >= perMessage || chars >= messageChars) {
      if (!found.has(restLeftOut)) lines.push(restLeftOut)
      break
    }
    lines.push(line.text)
    found.add(line.text)
    chars += line.text.length
  }
  return lines
}

/** One by one, so that a hostile message costs no more than what is kept of it. */
function* allLines(message: Fields, text: string, names: Names): Generator<Line> {
  for (const line of layoutLines(message.blocks, names))
    if (line.isRow || !text.includes(line.text)) yield line
  for (const box of objectsOf(message.attachments)) {
    for (const line of boxLines(box, names)) yield plain(line)
    yield* layoutLines(box.blocks, names)
  }
}

function* boxLines(box: Fields, names: Names): Generator<string> {
  const said = (fields: Fields, name: string): string =>
    shownText(textAt(fields, name, chatLimits.messageChars), names)
  let isEmpty = true
  for (const name of ['pretext', 'author_name', 'title', 'text'] as const) {
    const line = said(box, name)
    if (line === '') continue
    isEmpty = false
    const link = name === 'title' ? textAt(box, 'title_link', chatLimits.urlChars) : ''
    yield link === '' ? line : `${line} (${link})`
  }
  for (const field of objectsOf(box.fields)) {
    isEmpty = false
    yield [said(field, 'title'), said(field, 'value')].filter((part) => part !== '').join(': ')
  }
  yield textAt(box, 'image_url', chatLimits.urlChars)
  // What stands for the box where it cannot be shown says it all again.
  if (isEmpty) yield said(box, 'fallback')
}

/** Elements of one message's layout that are looked at, and how deep they stand in each other. */
const maxElements = 2_000
const maxDepth = 12

/** A line for each text of a layout, and for each row of a table; an element of rich text is part of its line. */
function* layoutLines(blocks: unknown, names: Names): Generator<Line> {
  const left = { elements: maxElements }
  yield* linesIn(blocks, 0)

  function* linesIn(value: unknown, depth: number): Generator<Line> {
    if (value === undefined) return
    if (depth > maxDepth || left.elements <= 0) return yield plain(restLeftOut)
    left.elements--
    if (Array.isArray(value)) {
      for (const each of value.slice(0, maxElements)) yield* linesIn(each, depth + 1)
      return
    }
    const element = fieldsOf(value)
    if (element === null) return
    const type = textAt(element, 'type', 100)
    if (type === 'table') yield* rowsOf(element.rows, depth + 1)
    else if (/^rich_text_(section|quote|preformatted)$/.test(type)) {
      yield plain(richText(element, names))
      if (objectsOf(element.elements).length > maxElements) yield plain(restLeftOut)
    } else if (typeof element.text === 'string')
      yield plain(shownText(textAt(element, 'text', chatLimits.messageChars), names))
    else for (const part of layoutParts) yield* linesIn(element[part], depth + 1)
  }

  function* rowsOf(rows: unknown, depth: number): Generator<Line> {
    for (const row of Array.isArray(rows) ? rows.slice(0, maxElements) : []) {
      if (left.elements <= 0) return yield plain(restLeftOut)
      const cells = (Array.isArray(row) ? row.slice(0, maxElements) : []).map((cell) =>
        [...linesIn(cell, depth + 1)].map(({ text }) => text).join(' '),
      )
      yield { text: cells.join('\t'), isRow: true }
    }
  }
}
const layoutParts = [
  ...(['title', 'description', 'text', 'fields', 'elements'] as const),
  ...(['label', 'hint', 'accessory', 'options'] as const),
] as const

function richText(section: Fields, names: Names): string {
  const words = objectsOf(section.elements)
    .slice(0, maxElements)
    .map((element) => {
      const at = (name: string): string => textAt(element, name, chatLimits.messageChars)
      switch (at('type')) {
        case 'text':
          return at('text')
        case 'link':
          return shownText(`<${at('url')}${at('text') === '' ? '' : `|${at('text')}`}>`, names)
        case 'user':
          return shownText(`<@${at('user_id')}>`, names)
        case 'channel':
          return shownText(`<#${at('channel_id')}>`, names)
        case 'broadcast':
          return `@${at('range')}`
        case 'usergroup':
          return shownText(`<!subteam^${at('usergroup_id')}>`, names)
        case 'date':
          return at('fallback')
        case 'emoji':
          return `:${at('name')}:`
        default:
          return at('text')
      }
    })
  return words.join('').slice(0, chatLimits.messageChars).trim()
}
