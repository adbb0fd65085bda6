/** Logs of Internet Relay Chat: recognised by their lines, and read into conversations of a day each. */
import type { ProcessingException } from '../member.ts'
import { storable, storableUpTo } from '../text.ts'
import { type Channel, type ChatMessage, type Conversation, chatLimits, nobody } from './conversation.ts'
import { Days } from './days.ts'
import { type IrcLine, ircLine } from './irc-lines.ts'
import { Addressed } from './reply-links.ts'
import { zoneClock } from './zone.ts'

/** Characters and lines at the beginning that tell whether it is a log. */
const lookedAt = { chars: 64 * 1024, lines: 400 }

/** Whether a text, or its beginning, is such a log. */
export function isIrcLog(text: string): boolean {
  const kinds = text
    .slice(0, lookedAt.chars)
    .split('\n', lookedAt.lines)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => ircLine(line).kind)
  const count = (kind: IrcLine['kind']): number => kinds.filter((each) => each === kind).length
  // One or two may be quoted in a letter.
  return count('message') >= 3 && count('other') * 10 <= kinds.length
}

export interface IrcOptions {
  /** Name of the file: it may tell the channel, and the day on which the log begins. */
  readonly name: string
  /** IANA name of the zone whose days the conversations are. */
  readonly timeZone: string
  /** Zone of the clock that wrote the log: logs do not state it. */
  readonly logZone: string
}

/**
 * The conversations of a log, a day of the time zone each. Instants are known where the log or its name tells the day and
 * its clock counts 24 hours; else messages have only the time that is written, and are of one day that is not known.
 */
export function* ircConversations(text: string, options: IrcOptions): Generator<Conversation> {
  const lines = storable(text).split('\n')
  const summary = summaryOf(lines)
  const clock = zoneClock(options.timeZone)
  const { precision } = summary
  const days = new Days(channelOf(summary, options.name), clock, { precision, order: 'given' })
  const flaws: ProcessingException[] = []
  let latest = ''
  for (const { message, near } of messagesOf(lines, summary, options)) {
    const most = chatLimits.messageChars
    if (message.text.length > most && flaws.length === 0)
      flaws.push({
        code: 'textTruncated',
        reason: `Of messages only ${most} characters are kept.`,
        stage: 'parse',
      })
    const kept = { ...message, text: storableUpTo(message.text, most) }
    const day = near === null ? '' : clock.local(near).slice(0, 10)
    // A log goes on from day to day: those before are whole.
    if (day > latest) {
      yield* days.before(day, flaws)
      latest = day
    }
    days.add(kept, day)
    if (days.full) yield* days.rest(flaws)
  }
  yield* days.rest(flaws)
}

/** What only the whole log tells. */
interface Summary {
  readonly speakers: ReadonlySet<string>
  /** How often people came to each channel, or left it. */
  readonly channels: ReadonlyMap<string, number>
  readonly precision: Conversation['precision']
  /** Whether its times may be of the morning or the evening. */
  readonly countsTwelve: boolean
  /** The first time, and the day that is told until then; empty where there is none. */
  readonly start: { readonly day: string; readonly time: string }
}

function summaryOf(lines: readonly string[]): Summary {
  const speakers = new Set<string>()
  const channels = new Map<string, number>()
  let precision: Conversation['precision'] = 'second'
  let twelveToOne = false
  let afternoon = false
  let before = ''
  let start = { day: '', time: '' }
  for (const each of lines) {
    const { kind, nick, day, time, channel } = ircLine(each)
    if (start.time === '') start = { day: day || start.day, time }
    if (kind === 'message') speakers.add(nick)
    if (channel !== '') channels.set(channel, (channels.get(channel) ?? 0) + 1)
    if (time === '') continue
    if (time.length < 8) precision = 'minute'
    const hour = time.slice(0, 2)
    if (before === '12' && hour === '01') twelveToOne = true
    if (hour > '12' || hour === '00') afternoon = true
    before = hour
  }
  return { speakers, channels, precision, countsTwelve: twelveToOne && !afternoon, start }
}

interface Placed {
  readonly message: ChatMessage
  /** An instant of the day that it is of; null where that is not known. */
  readonly near: string | null
}

function* messagesOf(lines: readonly string[], summary: Summary, options: IrcOptions): Generator<Placed> {
  const addressed = new Addressed()
  const instantOf = datesOf(summary, options)
  let last: Placed | null = null
  for (const [index, given] of lines.entries()) {
    const text = given.trimEnd()
    if (text === '') continue
    const line = ircLine(text)
    const { at, near } = instantOf(line)
    if (line.kind === 'other' && line.time === '' && last !== null) {
      // What somebody said goes on in a line of its own.
      last = longer(last, line.text)
      continue
    }
    if (last !== null) yield last
    const said = saidIn(line, summary.speakers)
    const replyTo = said.kind === 'message' ? addressed.replyOf(said.sender, said.text) : null
    const message: ChatMessage = {
      id: String(index + 1),
      ...said,
      at,
      written: line.time,
      replyTo,
      ...untold,
    }
    if (said.kind === 'message' || said.kind === 'action') addressed.add(message)
    last = { message, near }
  }
  if (last !== null) yield last
}

const longer = ({ message, near }: Placed, text: string): Placed => ({
  message: { ...message, text: `${message.text}\n${text}` },
  near,
})

/** Who does something is one of the people who speak; else it is the program that reports something. */
function saidIn(
  { kind, nick, text }: IrcLine,
  speakers: ReadonlySet<string>,
): Pick<ChatMessage, 'kind' | 'sender' | 'text'> {
  const person = { id: nick, name: nick, email: '' }
  if (kind === 'message' || kind === 'join' || kind === 'leave') return { kind, sender: person, text }
  if (kind !== 'action') return { kind: 'event', sender: nobody, text }
  if (speakers.has(nick)) return { kind, sender: person, text }
  return { kind: 'event', sender: nobody, text: `${nick} ${text}` }
}

/** What no log tells. */
const untold = { quoted: [], edited: null, earlier: [], deleted: null, reactions: [], files: [] } as const

type Dated = Pick<Placed, 'near'> & { readonly at: string | null }

/** Gives each line its instant, line after line: the next day begins where the clock goes back by hours. */
function datesOf(
  { countsTwelve, start }: Summary,
  { name, timeZone, logZone }: IrcOptions,
): (line: IrcLine) => Dated {
  const clock = zoneClock(logZone === '' ? timeZone : logZone)
  let day = dayIn(name)
  // A line without a time is of the day of the line before it, the first ones of that of the first time.
  let before = ''
  let near = countsTwelve ? null : clock.instant(start.day || day, inFull(start.time))
  return ({ day: told, time }) => {
    if (countsTwelve) return { at: null, near: null }
    if (told !== '' && told !== day) [day, before] = [told, '']
    if (time === '' || day === '') return { at: null, near }
    // One hour back is what clocks go in autumn.
    if (Number(before.slice(0, 2)) - Number(time.slice(0, 2)) > 1) day = nextDay(day)
    before = time
    const at = clock.instant(day, inFull(time))
    near = at ?? near
    return { at, near }
  }
}

const inFull = (time: string): string => (time.length === 5 ? `${time}:00` : time)

function nextDay(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? '' : new Date(at + 86_400_000).toISOString().slice(0, 10)
}

/** As in `#ubuntu.2004-11-15.log` and `freenode_20041115.txt`; empty where there is none. */
const dayIn = (name: string): string =>
  /(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/
    .exec(name)
    ?.slice(1)
    .join('-') ?? ''

/** The channel that people join; else what the name says. */
function channelOf({ channels }: Summary, name: string): Channel {
  const [joined] = [...channels].toSorted((a, b) => b[1] - a[1])[0] ?? []
  const named = /[#&][^\s/\\.]{1,100}/.exec(name)?.[0]
  const channel = (joined ?? named ?? name).slice(0, chatLimits.nameChars)
  return { id: '', name: channel, kind: /^[#&]/.test(channel) ? 'public' : 'unknown', members: [], topic: '' }
}
