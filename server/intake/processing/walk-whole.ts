/** A file that becomes a document's own is one item, and not walked: what is in it stands below that document. */
import { contentOfFile } from './content.ts'
import { identify, identifyWhole } from './identify/identify.ts'
import { inPlace, isLarge, sizeOf, take } from './large.ts'
import { mailForm } from './mail/read-mail.ts'
import { standing } from './position.ts'
import type { SourceFile } from './protocol.ts'
import { failed, itemOf, type Step } from './step.ts'
import type { WalkOptions } from './walk-options.ts'

/** Gives out the file as one item, or why it is none. */
export async function* wholeFile(
  { file, index, path, modifiedAt }: Omit<SourceFile, 'size'>,
  place: readonly string[],
  { doneUpTo, limits, poison, onAt, onRead, spoolFolder }: WalkOptions,
): AsyncGenerator<Step> {
  const at = [index]
  if (standing(at, doneUpTo) === 'done') return
  onAt?.(at, path)
  const content = await contentOfFile(file, onRead ?? (() => {}))
  const poisoned = poison?.get(JSON.stringify(at))
  if (poisoned?.keepBytes === false) {
    yield failed(at, path, poisoned.code, poisoned.reason, content.size ?? 0, null)
    return
  }
  // Too large to be read, it stays where it lies.
  const bytes =
    (content.size ?? 0) > limits.itemBytes
      ? await inPlace(content.stream())
      : await take(content.stream(), limits.itemBytes, spoolFolder)
  if (poisoned !== undefined) {
    yield failed(at, path, poisoned.code, poisoned.reason, sizeOf(bytes), bytes)
    return
  }
  const name = path.at(-1) ?? ''
  const kind = isLarge(bytes) ? identify(bytes.head, name) : identifyWhole(bytes, name)
  yield { ...itemOf(bytes, mailForm(kind), { at, path, modifiedAt }), place }
}
