/** What is attached to a page and not part of its content: comments, values of form fields, link targets, files. */
import { storable } from '../text.ts'
import type { Pointer } from './engine.ts'
import type { PdfFile } from './pdf-file.ts'

/** Annotations of one page that are looked at. */
const maxAnnotations = 20_000

/** Subtypes of annotations (FPDF_ANNOT_…). */
const subtype = { link: 2, popup: 16, fileAttachment: 17, widget: 20 } as const
/** Types of form fields (FPDF_FORMFIELD_…) whose values are one or some of given options. */
const choices: ReadonlySet<number> = new Set([4, 5])
/** Types of actions (PDFACTION_…). */
const action = { remoteGoto: 2, uri: 3, launch: 4, embeddedGoto: 5 } as const

export interface PageNotes {
  /** One line for each: `[Author: comment]`, `[Field: value]`, `[link target]`. */
  readonly notes: readonly string[]
  readonly comments: number
  readonly fields: number
  /** Handles of embedded files, as long as the document is open. */
  readonly files: readonly Pointer[]
}

/**
 * Reads the annotations of a page. `form` is the handle of the document's form, 0 where it has none; `pageText` is what
 * need not be said again.
 */
export function readAnnotations(pdf: PdfFile, page: Pointer, form: Pointer, pageText: string): PageNotes {
  const { engine } = pdf
  const { api } = engine
  const lines = new Set<string>()
  const files: Pointer[] = []
  let comments = 0
  let fields = 0
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), maxAnnotations)
  const note = (annotation: Pointer): void => {
    const kind = api.FPDFAnnot_GetSubtype(annotation)
    if (kind === subtype.widget) {
      if (form === 0) return
      fields++
      const { name, value } = readField(pdf, form, annotation)
      if (value !== '') lines.add(name === '' ? `[${value}]` : `[${name}: ${value}]`)
      return
    }
    if (kind === subtype.link) {
      const target = targetOf(pdf, api.FPDFLink_GetAction(api.FPDFAnnot_GetLink(annotation)))
      if (target !== '' && !pageText.includes(target)) lines.add(`[${target}]`)
    }
    if (kind === subtype.fileAttachment) {
      const file = api.FPDFAnnot_GetFileAttachment(annotation)
      if (file !== 0) files.push(file)
    }
    const contents = stringOf(pdf, annotation, 'Contents')
    // What pops up is the text of another annotation.
    if (contents === '' || kind === subtype.popup) return
    if (kind !== subtype.link) comments++
    const author = stringOf(pdf, annotation, 'T')
    lines.add(author === '' ? `[${contents}]` : `[${author}: ${contents}]`)
  }
  for (let index = 0; index < count; index++) {
    const handle = api.FPDFPage_GetAnnot(page, index)
    if (handle !== 0) engine.hold(handle, api.FPDFPage_CloseAnnot, note)
  }
  return { notes: [...lines], comments, fields, files }
}

function readField({ engine }: PdfFile, form: Pointer, widget: Pointer): { name: string; value: string } {
  const { api } = engine
  const name = engine.text((at, size) => api.FPDFAnnot_GetFormFieldName(form, widget, at, size))
  const value = engine.text((at, size) => api.FPDFAnnot_GetFormFieldValue(form, widget, at, size))
  const shown = choices.has(api.FPDFAnnot_GetFormFieldType(form, widget))
    ? chosenLabels()
    : // A button that is not pressed.
      value === 'Off'
      ? ''
      : value
  return { name: oneText(name), value: oneText(shown === '' && value !== 'Off' ? value : shown) }

  function chosenLabels(): string {
    const labels: string[] = []
    const count = Math.min(api.FPDFAnnot_GetOptionCount(form, widget), 1000)
    for (let index = 0; index < count; index++)
      if (api.FPDFAnnot_IsOptionSelected(form, widget, index))
        labels.push(engine.text((at, size) => api.FPDFAnnot_GetOptionLabel(form, widget, index, at, size)))
    return labels.join('; ')
  }
}

/** Where an action leads outside of the document: an address or a file's path; empty for all others. */
function targetOf({ engine, document }: PdfFile, link: Pointer): string {
  const { api } = engine
  if (link === 0) return ''
  const type = api.FPDFAction_GetType(link)
  const bytes =
    type === action.uri
      ? engine.bytes((at, size) => api.FPDFAction_GetURIPath(document, link, at, size), maxTarget)
      : type === action.launch || type === action.remoteGoto || type === action.embeddedGoto
        ? engine.bytes((at, size) => api.FPDFAction_GetFilePath(link, at, size), maxTarget)
        : null
  return bytes === null ? '' : oneText(bytes.toString('utf8'))
}

const maxTarget = 64 * 1024

const stringOf = ({ engine }: PdfFile, annotation: Pointer, key: string): string =>
  oneText(engine.text((at, size) => engine.api.FPDFAnnot_GetStringValue(annotation, key, at, size)))

/** As text without NUL and page ends. */
const oneText = (text: string): string => storable(text).replaceAll('\f', ' ').trim()
