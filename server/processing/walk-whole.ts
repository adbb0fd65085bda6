/** A file that becomes a document's own is one item, and not walked: what is in it stands below that document. */
import { contentOfFile, readAll } from './content.ts'
import { identifyWhole } from './identify/identify.ts'
import { mailForm } from './mail/read-mail.ts'
import { standing } from './position.ts'
import type { SourceFile } from './protocol.ts'
import { failed, itemOf, type Step } from './step.ts'
import type { WalkOptions } from './walk-options.ts'

/** Gives out the file as one item, or why it is none. */
export async function* wholeFile(
  { file, index, path, modifiedAt }: Omit<SourceFile, 'size'>,
  place: readonly string[],
  { doneUpTo, limits, poison, onAt, onRead }: WalkOptions,
): AsyncGenerator<Step> {
  const at = [index]
  if (standing(at, doneUpTo) === 'done') return
  onAt?.(at, path)
  const content = await contentOfFile(file, onRead ?? (() => {}))
  const poisoned = poison?.get(JSON.stringify(at))
  const most = poisoned?.keepBytes === false ? 0 : limits.itemBytes
  const { bytes, size } = await readAll(content.stream(), most)
  if (poisoned !== undefined) {
    yield failed(at, path, poisoned.code, poisoned.reason, size, bytes)
    return
  }
  const form = bytes === null ? null : mailForm(identifyWhole(bytes, path.at(-1) ?? ''))
  const step = itemOf(bytes, size, form, { at, path, modifiedAt }, limits)
  yield step.kind === 'item' ? { ...step, place } : step
}
