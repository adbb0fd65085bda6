/** The conversations of one channel of a Slack export. */
import type { ProcessingException } from '../member.ts'
import { type Channel, type ChatMessage, type Conversation, chatLimits } from './conversation.ts'
import { Days } from './days.ts'
import { type Fields, fieldsOf, parseJson } from './json.ts'
import { restLeftOut } from './slack-boxes.ts'
import type { ExportedFile, SlackDirectory } from './slack-export.ts'
import { filesOf, type SlackChange, slackChange, slackMessage } from './slack-messages.ts'
import { zoneClock } from './zone.ts'

/**
 * The conversations of a channel, a day of the time zone each, in the order of the days. The files come in the order of
 * their names, whose last part tells the day on which the exporter's clock had these messages. Nothing of them is left out in silence: what cannot be read is a flaw of the next conversation, and of one
 * without messages where there is none, and `onLeftOver` hears of each file that holds something that is in none of them.
 */
export async function* slackConversations(
  channel: Channel,
  files: AsyncIterable<ExportedFile> | Iterable<ExportedFile>,
  directory: SlackDirectory,
  timeZone: string,
  onLeftOver: (name: string) => void = () => {},
): AsyncGenerator<Conversation> {
  const clock = zoneClock(timeZone)
  const days = new Days(channel, clock, { precision: 'second', order: 'times' })
  const flaws: ProcessingException[] = []
  let last = ''
  for await (const { name, bytes } of files) {
    const [, day = last] = /(\d{4}-\d\d-\d\d)\.json$/.exec(name) ?? []
    last = day
    // The clock of the exporter is less than two days from any other.
    yield* days.before(earlier(day, 2), flaws)
    const rows = rowsOf(bytes, day, flaws)
    let isLeftOver = rows === null
    for (const raw of rows ?? []) {
      const fields = fieldsOf(raw)
      const change = fields === null ? null : slackChange(fields, directory)
      if (change !== null) apply(change, days, day)
      else {
        const message = fields === null ? null : slackMessage(fields, directory)
        const cut = fields !== null && isCut(fields, message)
        if (message === null) once(flaws, 'corrupt', `The file of ${day} has entries that are no messages.`)
        else days.add(message, day)
        if (cut) once(flaws, 'textTruncated', cutReason)
        isLeftOver ||= cut || message === null
      }
      if (days.full) yield* days.rest(flaws)
    }
    if (isLeftOver) onLeftOver(name)
  }
  yield* days.rest(flaws)
}

const { messageChars, perMessage } = chatLimits
const cutReason = `Of a message only ${messageChars} characters and ${perMessage} files, reactions and lines below it are kept.`

/** Whether a message has more than is kept of one. */
const isCut = (raw: Fields, message: ChatMessage | null): boolean =>
  (message?.text.length ?? 0) >= messageChars ||
  message?.quoted.includes(restLeftOut) === true ||
  (typeof raw.text === 'string' && raw.text.length > messageChars) ||
  filesOf(raw).length > perMessage ||
  (Array.isArray(raw.reactions) && raw.reactions.length > perMessage)

function rowsOf(
  bytes: ExportedFile['bytes'],
  day: string,
  flaws: ProcessingException[],
): readonly unknown[] | null {
  const rows = bytes === null ? false : parseJson(bytes)
  if (Array.isArray(rows)) return rows
  const [code, why] =
    rows === false ? (['tooLarge', 'is too large'] as const) : (['corrupt', 'is damaged'] as const)
  flaws.push({ code, reason: `The file of ${day} ${why}: its messages could not be read.`, stage: 'expand' })
  return null
}

function once(flaws: ProcessingException[], code: ProcessingException['code'], reason: string): void {
  if (!flaws.some((flaw) => flaw.reason === reason)) flaws.push({ code, reason, stage: 'parse' })
}

/** In the message where it is still here; else the change is an event of its own, which tells what was said. */
function apply({ id, what, by, before, after, report }: SlackChange, days: Days, day: string): void {
  const done = days.change(id, (message): ChatMessage => {
    const change = { by, at: report.at }
    if (what === 'deleted') return { ...message, text: message.text || before, deleted: change }
    // The preview of a link is a change, too.
    if (after === '' || after === before) return message
    const earlier = before === '' ? message.earlier : [...message.earlier, before].slice(0, perMessage)
    return { ...message, text: after, edited: change, earlier }
  })
  if (!done) days.add(report, day)
}

/** The day so many days before; everything is before the empty one. */
function earlier(day: string, count: number): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? '' : new Date(at - count * 86_400_000).toISOString().slice(0, 10)
}
