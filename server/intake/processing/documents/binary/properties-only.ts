/** Compound files of programs whose content is not read (old Visio, Project): what they say of themselves. */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { openOleFile } from './ole-file.ts'

export const readPropertiesOnly: Reader = (bytes, kind, options) => {
  const draft = new Draft(options)
  openOleFile(bytes, draft)
  draft.flaw(
    'unsupportedType',
    `Text is not taken from files of type ${kind.extension || kind.mimeType}.`,
    'text',
  )
  return Promise.resolve({ ...draft.reading(), text: null })
}
