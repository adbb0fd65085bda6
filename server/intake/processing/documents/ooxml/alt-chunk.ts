/** Content of another format that a Word document takes in where it stands (ECMA-376 part 1, 17.17.2). */
import { readMessage } from '../../mail/eml.ts'
import { decodeText } from '../../text.ts'
import { shownHtml } from '../html.ts'
import type { OfficeFile } from './office-file.ts'

/** Writes the text of a chunk that is HTML or text; any other is a file inside the document. */
export async function readAltChunk(file: OfficeFile, part: string): Promise<void> {
  const bytes = file.parts.read(part)
  if (bytes === null) return
  const { text, options } = file.draft
  text.line()
  if (/\.x?html?$/i.test(part)) file.draft.page(shownHtml(decodeText(bytes)))
  else if (/\.txt$/i.test(part)) text.text(decodeText(bytes))
  else if (/\.mht(ml)?$/i.test(part)) {
    const message = await readMessage(bytes, options.limits)
    if (message.html === null) text.text(message.text)
    else file.draft.page(shownHtml(message.html))
  } else file.draft.embed(part.replace(/^.*\//, ''), bytes)
  text.line()
}
