/**
 * Word documents (WordprocessingML). The text reads as the document stands with all changes accepted; what tracked changes
 * delete follows the paragraph that it was deleted from, and notes, comments, headers and footers follow the body.
 */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { readAltChunk } from './alt-chunk.ts'
import { embedFiles } from './embedded.ts'
import { type OfficeFile, openOfficeFile } from './office-file.ts'
import { readProperties } from './properties.ts'
import { readRest } from './rest.ts'
import { WordText } from './word-text.ts'

/** The parts that stand beside the body, by the type of their relationship, in the order in which they are told. */
const beside: readonly (readonly [type: string, title: string])[] = [
  ['header', '[Headers and footers]'],
  ['footer', '[Headers and footers]'],
  ['footnotes', '[Footnotes]'],
  ['endnotes', '[Endnotes]'],
  ['comments', '[Comments]'],
  ['glossaryDocument', '[Building blocks]'],
]

export const readWord: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const file = await openOfficeFile(bytes, draft)
  await draft.attempt('Its properties', () => readProperties(file))
  const main = file.related('', 'officeDocument').at(0) ?? 'word/document.xml'
  const went =
    (await draft.attempt('Its body', () => readBody(file, main))) &&
    (await draft.attempt('What stands beside its body', () => readBeside(file, main)))
  if (went) await draft.attempt('What it refers to', () => readRest(file))
  await embedFiles(file)
  return draft.reading()
}

async function readBody(file: OfficeFile, main: string): Promise<void> {
  const chunks: string[] = []
  const body = new WordText(file.draft, (id) => chunks.push(id))
  if (!file.walk(main, body)) file.draft.flaw('textFailed', 'It has no body that could be read.', 'text')
  for (const id of chunks) {
    const target = file.byId(main, id)
    if (target !== undefined) await readAltChunk(file, target)
  }
}

function readBeside(file: OfficeFile, main: string): void {
  const { text } = file.draft
  const relations = file.relations(main)
  let titled = ''
  for (const [type, title] of beside)
    for (const { target } of relations.filter((relation) => relation.type === type && !relation.external)) {
      const words = new WordText(file.draft, () => {}, title === titled ? '' : title)
      text.line()
      file.walk(target, words)
      text.line()
      if (words.said) titled = title
    }
  for (const { target } of relations.filter(({ type }) => type === 'settings')) readVariables(file, target)
}

/** Document variables: values that a document carries and shows only where a field asks for them. */
function readVariables(file: OfficeFile, settings: string): void {
  file.walk(settings, {
    open(name, attributes) {
      if (name === 'docVar') file.draft.fields.addCustom(attributes.get('name') ?? '', attributes.get('val'))
    },
  })
}
