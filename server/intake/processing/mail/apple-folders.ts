/**
 * Which files belong to which message where Apple Mail keeps its mail: `Messages/123.partial.emlx`, and beside that folder
 * `Attachments/123/2/plan.pdf`, what was part 2 of the message. Names say what may belong together; the message itself says
 * whether a part of it is elsewhere.
 */

/** A message by its place. */
interface MessagePlace {
  /** The folder that holds `Messages` and `Attachments`, and the message's number. */
  readonly key: string
  /** Its attachments were taken out, as its name says. */
  readonly isPartial: boolean
}

/** A file that was taken out of a message, by its place. */
interface AttachmentPlace {
  readonly key: string
  /** The number of the part of the message: `2`, or `1.2` in a part of parts. */
  readonly part: string
  readonly name: string
}

const keyOf = (folder: readonly string[], number: string): string =>
  JSON.stringify([folder, number.replace(/^0+(?=\d)/, '')])

/** Folders and names, also of what an archive names in one. */
const named = (path: readonly string[]): readonly string[] =>
  path.flatMap((name) => name.split(/[/\\]/)).filter((name) => name !== '' && name !== '.')

/** Null for what is no message of Apple Mail by its place. */
export function messagePlace(path: readonly string[]): MessagePlace | null {
  const all = named(path)
  const [messages, name = ''] = all.slice(-2)
  const found = /^(\d{1,15})(\.partial)?\.emlx$/i.exec(name)
  if (messages !== 'Messages' || found === null) return null
  return { key: keyOf(all.slice(0, -2), found[1] ?? ''), isPartial: found[2] !== undefined }
}

/** Null for what is no attachment of Apple Mail by its place; nor are files that the Finder leaves everywhere. */
export function attachmentPlace(path: readonly string[]): AttachmentPlace | null {
  const all = named(path)
  const [attachments, number = '', part = '', name = ''] = all.slice(-4)
  if (attachments !== 'Attachments' || name.startsWith('.')) return null
  if (!/^\d{1,15}$/.test(number) || !/^\d{1,4}(\.\d{1,4}){0,20}$/.test(part)) return null
  return { key: keyOf(all.slice(0, -4), number), part, name }
}

/** A file with the place that it has under its message. */
export interface Beside<F> {
  readonly file: F
  readonly part: string
  readonly name: string
}

/** Files that stand beside a message that is there, by that message, each in the order in which they are given. */
export function filesBeside<F extends { readonly path: readonly string[] }>(
  files: readonly F[],
): ReadonlyMap<F, readonly Beside<F>[]> {
  const attachments = new Map<string, Beside<F>[]>()
  for (const file of files) {
    const place = attachmentPlace(file.path)
    if (place === null) continue
    const { key, part, name } = place
    const known = attachments.get(key)
    if (known === undefined) attachments.set(key, [{ file, part, name }])
    else known.push({ file, part, name })
  }
  if (attachments.size === 0) return new Map()
  const messages = new Map<string, { readonly file: F; readonly isPartial: boolean }>()
  for (const file of files) {
    const place = messagePlace(file.path)
    if (place === null || !attachments.has(place.key)) continue
    const known = messages.get(place.key)
    // Of two with one number, the one without its attachments is meant.
    if (known === undefined || (place.isPartial && !known.isPartial))
      messages.set(place.key, { file, isPartial: place.isPartial })
  }
  return new Map([...messages].map(([key, { file }]) => [file, attachments.get(key) ?? []]))
}

/** The file of such a place that stands in a path or around it (paths as JSON); null where none does. */
export function attachmentAround(path: readonly string[]): string | null {
  for (let depth = 1; depth <= path.length; depth++) {
    const around = path.slice(0, depth)
    if (attachmentPlace(around) !== null) return JSON.stringify(around)
  }
  return null
}
