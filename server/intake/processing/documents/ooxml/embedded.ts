/** Files inside an Office Open XML file. Pictures are part of the document: they are counted, and are no files of it. */
import { unwrap } from '../../ole/package.ts'
import type { OfficeFile } from './office-file.ts'

const embeddings = /(^|\/)embeddings\/[^/]+$/i
const media = /(^|\/)media\/[^/]+$/i
const heard =
  /\.(aac|aif|aiff|au|avi|flac|m4a|m4v|mid|midi|mkv|mov|mp2|mp3|mp4|mpeg|mpg|ogg|wav|webm|wma|wmv)$/i

/** Takes out all embedded objects, and sounds and films. */
export async function embedFiles({ draft, parts }: OfficeFile): Promise<void> {
  let images = 0
  for (const part of parts.names) {
    if (media.test(part) && !heard.test(part)) images++
    else if (embeddings.test(part) || media.test(part)) {
      const goOn = await draft.attempt('A file inside it', () => {
        const file = parts.file(part)
        if (file === null) return
        const name = part.replace(/^.*\//, '')
        // What is damaged is kept as it is where nothing can be found in it.
        const inner = unwrap(file.bytes, name) ?? (file.fault === null ? null : { name, bytes: file.bytes })
        if (inner !== null) draft.embed(inner.name, inner.bytes, file.fault)
      })
      if (!goOn) break
    }
  }
  if (images > 0) draft.fields.add('Embedded_Images', images)
}
