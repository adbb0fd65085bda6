/**
 * Files that people share in conversations. An export of Slack carries only their addresses; programs that fetch them too lay
 * them beside its days, each under the id by which messages name it. They are attached to the conversation they were shared in.
 */
import { isSystemFault } from '../archives/archive.ts'
import type { ZipFiles } from '../archives/zip-files.ts'
import type { Embedded } from '../documents/reading.ts'
import type { Limits } from '../limits.ts'
import type { ProcessingException } from '../member.ts'
import type { Conversation, SharedFile } from './conversation.ts'

/** What was shared in a conversation, in its order, and what of it is not attached. */
export interface Shared {
  readonly files: readonly Embedded[]
  readonly flaws: readonly ProcessingException[]
}

export const nothingShared: Shared = { files: [], flaws: [] }

/** Where files are laid: `__uploads/F1/plan.txt`, or `attachments/F1-plan.txt` as others do it. */
export const isUpload = /(?:^|\/)(?:__uploads\/F[A-Z0-9]+\/|attachments\/F[A-Z0-9]+-)[^/]+$/

const idOf = (name: string): string =>
  /(?:^|\/)(?:__uploads|attachments)\/(F[A-Z0-9]+)[/-][^/]+$/.exec(name)?.[1] ?? ''

/** The files of one export. Which are given out with a conversation is told by their sizes alone, the same each time. */
export class Uploads {
  readonly #zip: ZipFiles
  readonly #limits: Limits
  readonly #byId: ReadonlyMap<string, string>
  readonly #left: Set<string>
  constructor(zip: ZipFiles, limits: Limits) {
    const names = zip.names.filter((name) => isUpload.test(name))
    this.#zip = zip
    this.#limits = limits
    // Of two that have one id, the first is it.
    this.#byId = new Map(names.toReversed().map((name) => [idOf(name), name]))
    this.#left = new Set(names)
  }

  /** Those that are not given out with a conversation, so far. */
  get left(): readonly string[] {
    return [...this.#left]
  }

  /** Takes what was shared in a conversation; it is read when it is asked for. */
  sharedIn({ messages }: Conversation): () => Promise<Shared> {
    const all = messages.flatMap((message) => message.files)
    const files = new Map(all.map((file) => [file.id || file.name, file]))
    const missing: SharedFile[] = []
    const apart: SharedFile[] = []
    const taken: string[] = []
    let bytes = 0
    for (const file of files.values()) {
      if (file.removed === true) continue
      const name = this.#byId.get(file.id)
      if (name === undefined) {
        missing.push(file)
        continue
      }
      const { size } = this.#zip.entry(name)
      const { itemBytes, familyBytes, familyDocuments } = this.#limits
      if (size > itemBytes || bytes + size > familyBytes || taken.length + 1 >= familyDocuments)
        apart.push(file)
      else {
        taken.push(name)
        bytes += size
        this.#left.delete(name)
      }
    }
    const flaws: readonly ProcessingException[] = [
      ...flawOf('missing', missing, 'not in the export, which only says where it was to be had'),
      ...flawOf('tooLarge', apart, 'in the export and not attached here: it is too large'),
    ]
    return () => this.#read(taken, flaws)
  }

  async #read(taken: readonly string[], flaws: readonly ProcessingException[]): Promise<Shared> {
    const files: Embedded[] = []
    const broken: ProcessingException[] = []
    for (const entry of taken) {
      const name = entry.slice(entry.lastIndexOf('/') + 1)
      try {
        const bytes = await this.#zip.bytes(entry, this.#limits.itemBytes)
        if (bytes === null) throw new Error('It is larger than it says.')
        files.push({ name: name.replace(/^F[A-Z0-9]+-/, ''), bytes })
      } catch (error) {
        if (isSystemFault(error)) throw error
        const reason = `A file that was shared, “${name.slice(0, 200)}”, cannot be read: it is damaged, or expands to too much.`
        broken.push({ code: 'corrupt', reason, stage: 'expand' })
      }
    }
    return { files, flaws: [...flaws, ...broken] }
  }
}

/** Files that are named of many. */
const maxNamed = 5

/** That the content of files `is` somewhere else; one for all of them. */
function flawOf(
  code: ProcessingException['code'],
  files: readonly SharedFile[],
  is: string,
): readonly ProcessingException[] {
  if (files.length === 0) return []
  const names = files.slice(0, maxNamed).map(({ name }) => `“${name}”`)
  const more = files.length - names.length
  const all = `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
  return [{ code, reason: `The content of what was shared (${all}) is ${is}.`, stage: 'parse' }]
}
