/** Which files are known: by their bytes, in any of the lists that a job uses. */
import { hashKinds } from '#contracts/hash-kinds.ts'
import type { DeNistAction } from '#contracts/processing.ts'
import { type Hashes, sha256 } from '../../../platform/hashes.ts'
import { HashIndex } from './index-file.ts'

/** What a process is told of the lists. */
export interface KnownRequest {
  /** What becomes of a file that is known. */
  readonly action: Exclude<DeNistAction, 'off'>
  /** In their order; a file that several have is of the first. */
  readonly lists: readonly { readonly hashListId: number; readonly name: string; readonly file: string }[]
}

export interface KnownList {
  readonly hashListId: number
  /** For people. */
  readonly name: string
}

export interface KnownFiles {
  readonly action: KnownRequest['action']
  /** The list that has a file; null where none has it. */
  listOf(hashes: Hashes): KnownList | null
}

/** Lists have empty files, too; here they are exceptions, and known to nobody. */
const ofNothing = sha256(Buffer.alloc(0))

/** Opens the lists for as long as the process lives. Throws where one of them cannot be read. */
export function openKnownFiles({ action, lists }: KnownRequest): KnownFiles & { close(): void } {
  const open = lists.map((list) => ({ list, index: new HashIndex(list.file) }))
  return {
    action,
    listOf: (hashes) =>
      hashes.sha256 === ofNothing
        ? null
        : (open.find(({ index }) => hashKinds.some((kind) => index.has(kind, hashes[kind])))?.list ?? null),
    close: () => {
      for (const { index } of open) index.close()
    },
  }
}
