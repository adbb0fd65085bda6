/**
 * The lines of the logs that programs for Internet Relay Chat write: a time, a name between angle brackets, what was said.
 * Programs differ in how they write times and in the marks before what they report themselves.
 */

export interface IrcLine {
  readonly kind: 'message' | 'action' | 'join' | 'leave' | 'event' | 'day' | 'other'
  /** `YYYY-MM-DD`, where the line tells it. */
  readonly day: string
  /** `HH:MM` or `HH:MM:SS`; empty where the line has none. */
  readonly time: string
  readonly nick: string
  readonly text: string
  /** Where the line names one. */
  readonly channel: string
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const stamp =
  /^\s{0,4}[[(]?(?:(\d{4}-\d\d-\d\d)[T ]|[A-Z][a-z]{2} \d\d )?([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?Z?[\])]?[ \t]{1,4}/
const spoken = /^<[ @+%&~!]?([^\s<>]{1,60}) ?>(?:[ \t](.*))?$/s
/** What a program reports itself, by its marks; a star alone also stands before what somebody does. */
const report = /^(===|-!-|\*\*\*|\*|-->|<--|--)[ \t]{1,4}(.*)$/s
const joined =
  /^(\S{1,60})(?: [[(]([^\s)\]]{0,200})[)\]])? {1,3}(?:has |is now )?(?:joined|joins)(?: (?:the )?(?:channel )?([#&]\S{1,100}))?(.*)$/is
const left =
  /^(\S{1,60})(?: [[(]([^\s)\]]{0,200})[)\]])? {1,3}(?:has )?(?:left|quit|parted|quits|parts)(?: IRC)?(?: ([#&][^\s)]{1,100}))?(.*)$/is
/** As bouncers write it: `*** Joins: ann (ann@host)`, `*** Quits: ann (ann@host) (Leaving)`. */
const joinsOrLeaves = /^(Joins|Parts|Quits): (\S{1,60})(?: \(([^)]{0,200})\))?(.*)$/s
const marker = /^(?:---|\*{4}|Session (?:Start|Ident|Close|Time):)(.*)$/s
const markedDay = new RegExp(
  `\\b(${months}) {1,2}(\\d{1,2})\\b(?: \\d\\d:\\d\\d:\\d\\d)?(?: [A-Z]{3,4})? (\\d{4})\\b`,
)

export function ircLine(line: string): IrcLine {
  const found = stamp.exec(line)
  const [all = '', day = '', hours = '', minutes = '', seconds] = found ?? []
  const time = found === null ? '' : [hours, minutes, ...(seconds === undefined ? [] : [seconds])].join(':')
  const body = line.slice(all.length)
  const made = (kind: IrcLine['kind'], nick: string, text: string, channel = ''): IrcLine => ({
    kind,
    day,
    time,
    nick,
    text,
    channel,
  })
  const said = spoken.exec(body)
  if (said !== null && time !== '') return made('message', said[1] ?? '', said[2] ?? '')
  const [, mark = '', reported = ''] = report.exec(body) ?? []
  if (mark !== '') return { ...made('event', '', reported), ...reportOf(mark, reported) }
  const marked = time === '' ? marker.exec(body)?.[1] : undefined
  if (marked === undefined) return made('other', '', line)
  const [, month = '', date = '', year = ''] = markedDay.exec(marked) ?? []
  const number = months.split('|').indexOf(month) + 1
  const channel = /(?:^|\s)([#&][^\s,]{1,100})/.exec(marked)?.[1] ?? ''
  const dayOf = year === '' ? '' : `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
  return { ...made('day', '', line, channel), day: dayOf }
}

/** Who comes and goes is told with the machine he is at, and why. */
function reportOf(mark: string, text: string): Partial<IrcLine> {
  const words = (...parts: readonly (string | undefined)[]): string =>
    parts
      .map((part = '') => part.trim())
      .filter((part) => part !== '')
      .join(' ')
  const [, what, ...told] = joinsOrLeaves.exec(text) ?? []
  if (what !== undefined)
    return { kind: what === 'Joins' ? 'join' : 'leave', nick: told[0] ?? '', text: words(told[1], told[2]) }
  const join = joined.exec(text)
  const found = join ?? left.exec(text)
  const [, nick = '', machine, channel = '', rest] = found ?? []
  // People leave for lunch, too: by the marks of what people do, a machine or a channel must be named.
  const isSure = machine !== undefined || channel !== '' || !/^(\*|===)$/.test(mark)
  if (found !== null && isSure) {
    return { kind: join === null ? 'leave' : 'join', nick, text: words(machine, rest), channel }
  }
  // What somebody does, by a name and a verb; whether that name is one of the people, the whole log tells.
  const [, who = '', deed = ''] = /^(\S{1,60}) (.*)$/s.exec(text) ?? []
  return who !== '' && (mark === '*' || mark === '===') && !/^is (now )?known as/.test(deed)
    ? { kind: 'action', nick: who, text: deed }
    : {}
}
