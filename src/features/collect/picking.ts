/** Handing files over: the bytes go into this tab's memory, what they are goes into the log. */
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { queueUpload } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { pickedFiles } from '#src/stores/collect.ts'

/** What the Collect page reads; everything else is kept as an exception, so it is better said at once. */
const readable = /\.(eml|mbox|mbx|zip|tar|tgz|tar\.gz)$/i

export interface Picked {
  readonly taken: readonly File[]
  /** Names of files that no reader is there for. */
  readonly refused: readonly string[]
}

/** A maildir's messages have names without an ending; a file without one is taken for a message or an mbox. */
export const sortOut = (files: readonly File[]): Picked => ({
  taken: files.filter(({ name, size }) => size > 0 && (readable.test(name) || !name.includes('.'))),
  refused: files
    .filter(({ name, size }) => size === 0 || !(readable.test(name) || !name.includes('.')))
    .map(({ name }) => name),
})

export function useHandOver(): (
  files: readonly File[],
  to: { readonly projectId: number; readonly custodianId: number },
) => void {
  const [run, put] = useUnit([dispatch, pickedFiles.put])
  return (files, to) => {
    for (const file of files) {
      const uploadKey = nanoid()
      put({ key: uploadKey, value: file })
      run(queueUpload({ uploadKey, ...to, fileName: file.name, size: file.size }))
    }
  }
}
