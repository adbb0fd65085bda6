/** Files inside a PDF: those of the document (a portfolio is nothing else), and those that hang on its pages. */
import type { Embedded } from '../documents/reading.ts'
import type { Limits } from '../limits.ts'
import type { ProcessingException } from '../member.ts'
import { givenName } from '../names.ts'
import type { Pointer } from './engine.ts'
import type { PdfFile } from './pdf-file.ts'

/** Files of a document that are counted. */
const maxHandles = 100_000

/** The files of the document, then those that hang on pages (`onPages`), each once. What is not taken is told in `flaws`. */
export function readEmbedded(
  pdf: PdfFile,
  onPages: readonly Pointer[],
  limits: Limits,
  flaws: ProcessingException[],
): Embedded[] {
  const { engine, document } = pdf
  const { api } = engine
  const handles = new Set<Pointer>()
  const count = Math.min(api.FPDFDoc_GetAttachmentCount(document), maxHandles)
  for (let index = 0; index < count; index++) handles.add(api.FPDFDoc_GetAttachment(document, index))
  for (const handle of onPages) handles.add(handle)
  handles.delete(0)
  const taken: Embedded[] = []
  let room = limits.itemBytes
  let tooLarge = 0
  let empty = 0
  for (const handle of [...handles].slice(0, limits.members)) {
    const name = engine.text((at, size) => api.FPDFAttachment_GetName(handle, at, size))
    const bytes = contentOf(pdf, handle, room)
    if (bytes === 'tooLarge') tooLarge++
    else if (bytes === null) empty++
    else {
      taken.push({ name: givenName(name), bytes })
      room -= bytes.length
    }
  }
  const left = handles.size - limits.members
  if (left > 0)
    flaws.push({
      code: 'tooMany',
      reason: `${left} of its files are in the document only: at most ${limits.members} are taken out.`,
      stage: 'expand',
    })
  if (tooLarge > 0)
    flaws.push({
      code: 'tooLarge',
      reason: `${tooLarge} of its ${handles.size} files are in the document only: at most ${limits.itemBytes} bytes are taken out of one document.`,
      stage: 'expand',
    })
  if (empty > 0)
    flaws.push({
      code: 'containerPartial',
      reason: `${empty} of its ${handles.size} files have no content that can be read.`,
      stage: 'expand',
    })
  return taken
}

function contentOf({ engine }: PdfFile, file: Pointer, most: number): Buffer | 'tooLarge' | null {
  const { api } = engine
  return engine.withMemory(4, (lengthAt) => {
    const length = (): number => engine.uint32(lengthAt)
    if (!api.FPDFAttachment_GetFile(file, 0, 0, lengthAt)) return null
    if (length() > most) return 'tooLarge'
    return engine.withMemory(length(), (at) => {
      if (!api.FPDFAttachment_GetFile(file, at, length(), lengthAt)) return null
      return Buffer.from(engine.memory.subarray(at, at + length()))
    })
  })
}
