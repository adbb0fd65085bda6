/**
 * Calendars and contacts of which the parser takes nothing, because one line is wrong: a line that cannot be read costs itself
 * alone, and an entry that does not end is read as far as it goes.
 */

/** What is open around a line at the top: its parser reads lines by that. */
export interface Frame {
  readonly name: string
  /** Its line of the version, which decides how contacts are read; empty where there is none yet. */
  readonly version: string
}

export interface Repaired {
  /** Each is whole: all its lines can be read, and each entry in it ends. */
  readonly components: readonly (readonly string[])[]
  /** Lines that cannot be read. */
  readonly unread: readonly string[]
  /** Entries that do not end. */
  readonly unended: number
  /** Dates without a time that do not say that they are such. */
  readonly bareDates: number
}

/** Entries in entries; files that have more were made to have them. */
const deepest = 50

export function repaired(
  lines: readonly string[],
  isReadable: (line: string, frame: Frame) => boolean,
): Repaired {
  const components: string[][] = []
  const unread: string[] = []
  const open: string[] = []
  let current: string[] = []
  let version = ''
  let unended = 0
  let bareDates = 0
  const close = (): void => {
    current.push(`END:${open.pop()}`)
    if (open.length > 0) return
    components.push(current)
    current = []
    version = ''
  }
  const closeFrom = (depth: number): void => {
    unended += open.length - depth
    while (open.length > depth) close()
  }
  for (const line of lines) {
    const [, edge = '', given = ''] = /^(BEGIN|END):([^:;]+)$/i.exec(line) ?? []
    const name = given.trim().toUpperCase()
    const [root] = open
    const asDate = line.replace(bareDate, ';VALUE=DATE$&')
    if (line.trim() === '') continue
    if (edge.toUpperCase() === 'BEGIN' && open.length < deepest) {
      // None stands in one of its own kind: that one has no end.
      const same = open.indexOf(name)
      if (same >= 0) closeFrom(same)
      open.push(name)
      current.push(`BEGIN:${name}`)
    } else if (edge !== '') {
      const last = open.lastIndexOf(name)
      if (last < 0) unread.push(line)
      else {
        closeFrom(last + 1)
        close()
      }
    } else if (root === undefined) unread.push(line)
    else if (isReadable(line, { name: root, version })) {
      current.push(line)
      if (/^VERSION[:;]/i.test(line)) version = line
    } else if (asDate !== line && isReadable(asDate, { name: root, version })) {
      current.push(asDate)
      bareDates++
    } else unread.push(line)
  }
  closeFrom(0)
  return { components, unread, unended, bareDates }
}

const bareDate = /:\d{8}$/

/** What is wrong with it, in words. */
export function faultsOf({ unread, unended, bareDates }: Omit<Repaired, 'components'>): readonly string[] {
  const told: readonly (readonly [count: number, one: string, several: string])[] = [
    [
      unread.length,
      'One of its lines cannot be read: it stands at the end of the text.',
      'of its lines cannot be read: they stand at the end of the text.',
    ],
    [
      unended,
      'One of its entries does not end: it is read as far as it goes.',
      'of its entries do not end: they are read as far as they go.',
    ],
    [
      bareDates,
      'One of its dates does not say that it has no time: it is read as a day.',
      'of its dates do not say that they have no time: they are read as days.',
    ],
  ]
  return told.flatMap(([count, one, several]) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${several}`],
  )
}
