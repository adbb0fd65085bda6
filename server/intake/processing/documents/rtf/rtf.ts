/** Rich Text Format (RTF 1.9.1). */
import { Draft } from '../draft.ts'
import { type Reader, Unreadable } from '../reading.ts'
import { RtfText } from './text.ts'
import { walkRtf } from './tokens.ts'

export const readRtf: Reader = async (bytes, _kind, options) => {
  if (!bytes.subarray(0, 100).toString('latin1').includes('{\\rt'))
    throw new Unreadable('corrupt', 'It does not begin as such a document does.')
  const draft = new Draft(options)
  const reader = new RtfText(draft)
  await draft.attempt('Its text', () => walkRtf(bytes, reader))
  await draft.attempt('Its end', () => reader.finish())
  return draft.reading()
}
