/**
 * An export of a Slack workspace, by the names of its files and its lists of people and channels. For each channel there is
 * a folder, called by its name (by its id for direct messages), with a file for each day of the exporter's time zone.
 */
import type { ProcessingException } from '../member.ts'
import { type Channel, type ChannelKind, chatLimits, type Person } from './conversation.ts'
import { type Fields, fieldsOf, objectsOf, parseJson, stringsAt, textAt } from './json.ts'

/** Names of the lists of channels, and what kind they list. */
const channelLists: ReadonlyMap<string, ChannelKind> = new Map([
  ['channels.json', 'public'],
  ['groups.json', 'private'],
  ['mpims.json', 'group'],
  ['dms.json', 'direct'],
])
const peopleLists: ReadonlySet<string> = new Set(['users.json', 'org_users.json'])

export interface SlackFiles {
  /** Entries with the people and the channels. */
  readonly lists: readonly string[]
  /** Entries of each folder of days, in the order of the days. */
  readonly folders: ReadonlyMap<string, readonly string[]>
}

export const isSlackExport = (names: readonly string[]): boolean => slackFiles(names) !== null

/** Sorts the entries of an archive; null where they are no export. What is in neither answer is just a file. */
export function slackFiles(names: readonly string[]): SlackFiles | null {
  const root = rootOf(names)
  if (root === null) return null
  const inside = names.filter((name) => name.startsWith(root))
  const lists = inside.filter((name) => {
    const own = name.slice(root.length)
    return peopleLists.has(own) || channelLists.has(own)
  })
  const folders = new Map<string, string[]>()
  for (const name of inside) {
    const [, folder] = /^([^/]+)\/\d{4}-\d\d-\d\d\.json$/.exec(name.slice(root.length)) ?? []
    if (folder === undefined) continue
    const days = folders.get(folder)
    if (days === undefined) folders.set(folder, [name])
    else days.push(name)
  }
  for (const days of folders.values()) days.sort()
  return folders.size === 0 ? null : { lists, folders }
}

/** The folder in which the lists stand: the topmost one, or that which was packed. */
function rootOf(names: readonly string[]): string | null {
  const roots = new Map<string, { people: boolean; channels: boolean }>()
  for (const name of names) {
    const at = name.lastIndexOf('/') + 1
    const own = name.slice(at)
    if (!peopleLists.has(own) && !channelLists.has(own)) continue
    const root = roots.get(name.slice(0, at)) ?? { people: false, channels: false }
    roots.set(name.slice(0, at), {
      people: root.people || peopleLists.has(own),
      channels: root.channels || channelLists.has(own),
    })
  }
  const whole = [...roots].filter(([, { people, channels }]) => people && channels).map(([root]) => root)
  return whole.toSorted((a, b) => a.length - b.length)[0] ?? null
}

export interface SlackDirectory {
  person(id: string): Person | null
  /** The name of a channel; null where it is not listed. */
  channelName(id: string): string | null
  /** What the lists say of a folder; of one that they do not know, only its name. */
  channelOf(folder: string): Channel
  /** What of the lists could not be read. */
  readonly flaws: readonly ProcessingException[]
}

export interface ExportedFile {
  /** Of its entry. */
  readonly name: string
  /** Null where they are too many. */
  readonly bytes: Uint8Array | null
}

/** Reads the lists. */
export function readSlackDirectory(lists: readonly ExportedFile[]): SlackDirectory {
  const people = new Map<string, Person>()
  const flaws: ProcessingException[] = []
  // One after the other: all of them together would take more memory than there is.
  const rowsOf = function* (isWanted: (own: string) => boolean): Generator<[own: string, row: Fields]> {
    for (const { name, bytes } of lists) {
      const own = name.slice(name.lastIndexOf('/') + 1)
      if (!isWanted(own)) continue
      const parsed = bytes === null ? null : parseJson(bytes)
      if (!Array.isArray(parsed))
        flaws.push({
          code: 'corrupt',
          reason: `The list ${own} of the export cannot be read.`,
          stage: 'parse',
        })
      for (const row of objectsOf(parsed)) yield [own, row]
    }
  }
  for (const [, row] of rowsOf((own) => peopleLists.has(own))) {
    const person = personOf(row)
    if (person.id !== '') people.set(person.id, person)
  }
  const byFolder = new Map<string, Channel>()
  const names = new Map<string, string>()
  for (const [own, row] of rowsOf((each) => channelLists.has(each))) {
    const kind = channelLists.get(own)
    if (kind !== undefined) {
      const channel = channelFrom(row, kind, people)
      names.set(channel.id, channel.name)
      byFolder.set(channel.id, channel)
    }
  }
  // A folder is called by a name where there is one; what is called as another's id never takes its place.
  for (const channel of [...byFolder.values()])
    if (!byFolder.has(channel.name)) byFolder.set(channel.name, channel)
  return {
    person: (id) => people.get(id) ?? null,
    channelName: (id) => names.get(id) ?? null,
    channelOf: (folder) =>
      byFolder.get(folder) ?? { id: '', name: folder, kind: 'unknown', members: [], topic: '' },
    flaws,
  }
}

/** As people call themselves: their real name, else what they chose to be shown as. */
export function personOf(row: Fields): Person {
  const profile = fieldsOf(row.profile) ?? {}
  const { nameChars } = chatLimits
  const id = textAt(row, 'id', nameChars)
  const names = [
    textAt(profile, 'real_name', nameChars),
    textAt(row, 'real_name', nameChars),
    textAt(profile, 'display_name', nameChars),
    textAt(row, 'name', nameChars),
    id,
  ]
  return {
    id,
    name: names.find((name) => name.trim() !== '') ?? id,
    email: textAt(profile, 'email', nameChars),
  }
}

function channelFrom(row: Fields, kind: ChannelKind, people: ReadonlyMap<string, Person>): Channel {
  const { nameChars, people: maxPeople, messageChars } = chatLimits
  const id = textAt(row, 'id', nameChars)
  const members = stringsAt(row, 'members')
    .slice(0, maxPeople)
    .map((member) => people.get(member) ?? { id: member.slice(0, nameChars), name: member, email: '' })
  const name = textAt(row, 'name', nameChars)
  return {
    id,
    name: name === '' ? id : name,
    kind,
    members,
    topic: textAt(fieldsOf(row.topic) ?? {}, 'value', messageChars),
  }
}
