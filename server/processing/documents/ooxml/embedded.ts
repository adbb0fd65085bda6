/** Files inside an Office Open XML file. Pictures are part of the document: they are counted, and are no files of it. */
import { unwrap } from '../../ole/package.ts'
import type { OfficeFile } from './office-file.ts'

const embeddings = /(^|\/)embeddings\/[^/]+$/i
const media = /(^|\/)media\/[^/]+$/i
const heard = /\.(aac|aif|aiff|au|avi|flac|m4a|m4v|mid|midi|mkv|mov|mp2|mp3|mp4|mpeg|mpg|ogg|wav|webm|wma|wmv)$/i

/** Takes out all embedded objects, and sounds and films; throws LimitPassed. */
export function embedFiles(file: OfficeFile): void {
  const { draft, parts } = file
  let images = 0
  for (const part of parts.names) {
    const name = part.replace(/^.*\//, '')
    if (embeddings.test(part)) {
      const bytes = parts.read(part)
      const inner = bytes === null ? null : unwrap(bytes, name)
      if (inner !== null) draft.embed(inner.name, inner.bytes)
    } else if (media.test(part)) {
      if (!heard.test(part)) images++
      else {
        const bytes = parts.read(part)
        if (bytes !== null) draft.embed(name, bytes)
      }
    }
  }
  if (images > 0) draft.fields.add('Embedded_Images', images)
}
