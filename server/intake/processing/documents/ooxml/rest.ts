/**
 * What an Office Open XML file says beyond its main parts: charts, diagrams, shapes, links, custom XML. It is found by the
 * names of the parts, so that nothing is lost where relationships are broken.
 */
import type { Draft } from '../draft.ts'
import type { Attributes } from '../xml.ts'
import { DrawingText } from './drawing.ts'
import type { OfficeFile } from './office-file.ts'

const charts = /(^|\/)charts\/chart(ex)?\d*\.xml$/i
const drawings = /(^|\/)(drawings|diagrams)\/(drawing|data|vmldrawing)[^/]*\.(xml|vml)$/i
const customXml = /(^|\/)customxml\/item\d*\.xml$/i
const macros = /(^|\/)vbaproject\.bin$/i

/** Characters of custom XML: it may carry data that is not the document's own. */
const maxCustomXml = 200_000

export function readRest(file: OfficeFile): void {
  const { text, fields } = file.draft
  for (const part of file.parts.names) {
    if (file.wasWalked(part)) continue
    text.line()
    if (charts.test(part)) file.walk(part, new ChartText(file.draft, /chartex/i.test(part)))
    // A diagram's drawing repeats what its data say.
    else if (drawings.test(part) && !/diagrams\/drawing/i.test(part))
      file.walk(part, new DrawingText(file.draft))
    else if (customXml.test(part)) readCustomXml(file, part)
    if (macros.test(part)) fields.hides('Macros')
  }
  text.line()
  for (const part of file.parts.names) if (/\.rels$/i.test(part)) readLinks(file, part)
}

class ChartText extends DrawingText {
  /** The element that holds a cached value: in the newer kind of chart it is the point itself. */
  readonly #value: string
  constructor(draft: Draft, newer: boolean) {
    super(draft)
    this.#value = newer ? 'pt' : 'v'
  }

  protected override begin(name: string, attributes: Attributes): void {
    super.begin(name === this.#value ? 'v' : name, attributes)
  }
  protected override end(name: string): void {
    super.end(name === this.#value ? 'v' : name)
  }
  protected override take(text: string): void {
    if (text.trim() !== '') super.take(text)
  }
}

/** Addresses outside of the file that any part refers to: links, linked pictures and files, templates. */
function readLinks(file: OfficeFile, part: string): void {
  const match = /^(.*?)_rels\/([^/]*)\.rels$/i.exec(part)
  if (match === null) return
  for (const { external, target } of file.relations(`${match[1]}${match[2]}`))
    if (external) file.draft.link(target)
}

/** Values that are bound to the document, or were left in it. What describes only their form is left out. */
function readCustomXml(file: OfficeFile, part: string): void {
  const { text } = file.draft
  let left = maxCustomXml
  let described = false
  file.walk(part, {
    open(name) {
      described ||= /^(contentTypeSchema|FormTemplates|schema|Sources)$/.test(name)
    },
    text(value) {
      const words = value.trim().slice(0, left)
      if (described || words === '') return
      left -= words.length
      text.wholeLine(words)
    },
  })
}
