/**
 * OpenDocument texts, sheets, presentations and drawings (ISO/IEC 26300), zipped or as one flat XML file: the content,
 * then headers and footers of page styles and what master pages show.
 */
import { unwrap } from '../ole/package.ts'
import { Draft } from './draft.ts'
import { openDocumentParts } from './encryption/open-document.ts'
import { OpenDocumentText } from './opendocument-text.ts'
import type { Parts } from './parts.ts'
import type { Reader } from './reading.ts'
import { decodeXml, walkXml } from './xml.ts'

export const readOpenDocument: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const parts = draft.follow((await openDocumentParts(bytes, options)).parts)
  const walk = (name: string): string => {
    const xml = parts.xml(name)
    if (xml === null) return ''
    walkXml(xml, new OpenDocumentText(draft))
    draft.text.line()
    return xml
  }
  await draft.attempt('Its properties', () => void walk('meta.xml'))
  const went = await draft.attempt('Its body', () => {
    // What stands there in the place of the content, locked for instance, says nothing, and not that there is nothing.
    if (!bodyTag.test(walk('content.xml')))
      draft.flaw('textFailed', 'It has no body that could be read.', 'text')
  })
  if (went) await draft.attempt('What its pages show', () => void walk('styles.xml'))
  await draft.attempt('An object inside it', () => readObjects(parts, draft))
  return draft.reading()
}

/** The same in one file without a zip. */
export const readFlatOpenDocument: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  await draft.attempt('Its body', () => {
    walkXml(decodeXml(bytes), new OpenDocumentText(draft))
  })
  return draft.reading()
}

const bodyTag = /<(?:[\w.-]+:)?body[\s/>]/

const image = /^(Pictures|media)\/.+/i
const heard = /^media\/.+\.(mp3|mp4|wav|avi|ogg|mov|wmv|wma|m4a|mpg)$/i
/** An object that is a document of this kind has a folder of its own with its content in it. */
const objectContent = /^(.*Object [^/]*)\/content\.xml$/i

/** Objects of this kind (charts, formulas, sheets) are text of the document; files of other programs are files in it. */
function readObjects(parts: Parts, draft: Draft): void {
  let images = 0
  for (const name of parts.names) {
    if (/\/$/.test(name)) continue
    if (heard.test(name)) {
      const file = parts.file(name)
      if (file !== null) draft.embed(name.replace(/^.*\//, ''), file.bytes, file.fault)
    } else if (image.test(name)) images++
    else if (objectContent.test(name)) {
      const xml = parts.xml(name)
      if (xml !== null) walkXml(xml, new OpenDocumentText(draft))
      draft.text.line()
    } else if (/^Basic\/.+\/.+\.xml$/i.test(name) && !/script-l[bc]\.xml$/i.test(name))
      draft.fields.hides('Macros')
    else if (/^[^/]*Object [^/]*$/i.test(name)) {
      const file = parts.file(name)
      if (file === null) continue
      const inner = unwrap(file.bytes, name) ?? (file.fault === null ? null : { name, bytes: file.bytes })
      if (inner !== null) draft.embed(inner.name, inner.bytes, file.fault)
    }
  }
  if (images > 0) draft.fields.add('Embedded_Images', images)
}
