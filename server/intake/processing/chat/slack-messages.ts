/** One message of a day's file of a Slack export, in the form that all chats have; or what it changes in another. */
import {
  type Change,
  type ChatMessage,
  chatLimits,
  nobody,
  type Person,
  type Reaction,
  type SharedFile,
} from './conversation.ts'
import { type Fields, fieldsOf, numberAt, objectsOf, stringsAt, textAt } from './json.ts'
import { boxesOf } from './slack-boxes.ts'
import { personOf, type SlackDirectory } from './slack-export.ts'
import { shownText } from './slack-text.ts'

/** That a message was changed or deleted, as exports for compliance tell it. */
export interface SlackChange {
  /** Of the message that is changed. */
  readonly id: string
  readonly what: 'edited' | 'deleted'
  /** Who did it, where that is told: it need not be who wrote the message. */
  readonly by: Person | null
  readonly before: string
  readonly after: string
  /** What is told where the message itself is not here. */
  readonly report: ChatMessage
}

/** Subtypes of what people and bots say; all others report something of the channel. */
const spoken =
  /^(|bot_message|me_message|file_share|file_comment|file_mention|thread_broadcast|reply_broadcast|slackbot_response|tombstone|huddle_thread|assistant_app_thread)$/

/** Null for what is no message. */
export function slackMessage(raw: Fields, names: SlackDirectory): ChatMessage | null {
  const written = textAt(raw, 'ts', 50)
  const subtype = textAt(raw, 'subtype', 100)
  const markup = textAt(raw, 'text', chatLimits.messageChars)
  const kind = kindOf(subtype)
  const text = kind === 'join' || kind === 'leave' ? invitation(raw, names) : shownText(markup, names)
  const at = slackInstant(written)
  if (written === '' && markup === '' && raw.attachments === undefined && raw.files === undefined) return null
  const files = filesOf(raw).slice(0, chatLimits.perMessage)
  return {
    id: written,
    kind,
    sender: senderOf(raw, names),
    at,
    written,
    text,
    quoted: boxesOf(raw, text, names),
    edited: changeOf(fieldsOf(raw.edited), names),
    earlier: [],
    // What stands where a message was that others answered.
    deleted: subtype === 'tombstone' ? { by: null, at: null } : null,
    reactions: reactionsOf(raw.reactions, names),
    replyTo: replyOf(raw, written, names),
    files: files.map(fileOf),
  }
}

/** Null for a message that changes no other. */
export function slackChange(raw: Fields, names: SlackDirectory): SlackChange | null {
  const subtype = textAt(raw, 'subtype', 100)
  if (subtype !== 'message_changed' && subtype !== 'message_deleted') return null
  const previous = fieldsOf(raw.previous_message) ?? {}
  const next = fieldsOf(raw.message) ?? {}
  const said = (fields: Fields): string => shownText(textAt(fields, 'text', chatLimits.messageChars), names)
  const id = textAt(raw, 'deleted_ts', 50) || textAt(next, 'ts', 50) || textAt(previous, 'ts', 50)
  const own = slackMessage(raw, names)
  if (own === null) return null
  const [before, after] = [said(previous), said(next)]
  const what = subtype === 'message_deleted' ? 'deleted' : 'edited'
  const by = [senderOf(raw, names), changeOf(fieldsOf(next.edited), names)?.by].find((each) => each?.id)
  const author = senderOf({ ...next, ...previous }, names).name
  const whose = `a message${author === '' ? '' : ` of ${author}`}: ${before}`
  const text = what === 'deleted' ? `deleted ${whose}` : `changed ${whose}\nto: ${after}`
  const sender = by ?? nobody
  return { id, what, by: by ?? null, before, after, report: { ...own, kind: 'event', sender, text } }
}

/** Seconds since 1970; behind the point stand microseconds, or a count that tells messages apart. Null for what is no time. */
function slackInstant(ts: string): string | null {
  const [, seconds, fraction = ''] = /^(\d{9,10})(?:\.(\d{1,6}))?$/.exec(ts) ?? []
  if (seconds === undefined) return null
  const milliseconds = Number(fraction.padEnd(6, '0').slice(0, 3))
  return new Date(Number(seconds) * 1000 + milliseconds).toISOString()
}

/** That somebody joined or left is told by its kind; the sentence that says it in words says no more than this. */
function invitation(raw: Fields, names: SlackDirectory): string {
  const inviter = textAt(raw, 'inviter', chatLimits.nameChars)
  return inviter === '' ? '' : `invited by ${personBy(inviter, names).name}`
}

function kindOf(subtype: string): ChatMessage['kind'] {
  if (/^(channel|group|mpim)_join$/.test(subtype)) return 'join'
  if (/^(channel|group|mpim)_leave$/.test(subtype)) return 'leave'
  if (subtype === 'me_message') return 'action'
  return spoken.test(subtype) ? 'message' : 'event'
}

/** By the lists, else as the message itself names him: people of other companies and bots are in no list. */
function senderOf(raw: Fields, names: SlackDirectory): Person {
  const { nameChars } = chatLimits
  const comment = fieldsOf(raw.comment) ?? {}
  const id = textAt(raw, 'user', nameChars) || textAt(comment, 'user', nameChars)
  const known = names.person(id)
  if (known !== null) return known
  const own = personOf({ ...(fieldsOf(raw.user_profile) ?? {}), profile: raw.user_profile, id: '' })
  const bot = fieldsOf(raw.bot_profile) ?? {}
  const botId = textAt(raw, 'bot_id', nameChars)
  const called = [
    id === 'USLACKBOT' ? 'Slackbot' : '',
    own.name,
    textAt(raw, 'username', nameChars),
    textAt(bot, 'name', nameChars),
    id,
    botId,
  ]
  return { id: id || botId, name: called.find((name) => name !== '') ?? '', email: own.email }
}

const personBy = (id: string, names: SlackDirectory): Person =>
  names.person(id) ?? { id, name: id, email: '' }

function changeOf(edited: Fields | null, names: SlackDirectory): Change | null {
  if (edited === null) return null
  const by = textAt(edited, 'user', chatLimits.nameChars)
  return { by: by === '' ? null : personBy(by, names), at: slackInstant(textAt(edited, 'ts', 50)) }
}

function reactionsOf(list: unknown, names: SlackDirectory): readonly Reaction[] {
  let left: number = chatLimits.reacting
  return objectsOf(list)
    .slice(0, chatLimits.perMessage)
    .map((raw) => {
      const users = stringsAt(raw, 'users')
      const by = users.slice(0, left).map((id) => personBy(id.slice(0, chatLimits.nameChars), names))
      left -= by.length
      const count = Math.max(users.length, numberAt(raw, 'count') ?? 0)
      return { name: textAt(raw, 'name', chatLimits.nameChars), by, count }
    })
}

/** The first message of a thread names itself; so does one that stands alone. */
function replyOf(raw: Fields, own: string, names: SlackDirectory): ChatMessage['replyTo'] {
  const id = textAt(raw, 'thread_ts', 50)
  if (id === '' || id === own) return null
  const parent = textAt(raw, 'parent_user_id', chatLimits.nameChars)
  return { id, sender: parent === '' ? null : personBy(parent, names), at: slackInstant(id), basis: 'thread' }
}

/** Also those of a message that this one passes on, which stands in a box below it. */
export const filesOf = (raw: Fields): readonly Fields[] => [
  ...objectsOf(raw.files),
  ...objectsOf([raw.file]),
  ...objectsOf(raw.attachments).flatMap(({ files }) => objectsOf(files)),
]

function fileOf(raw: Fields): SharedFile {
  const { nameChars, urlChars } = chatLimits
  const name =
    textAt(raw, 'name', nameChars) || textAt(raw, 'title', nameChars) || textAt(raw, 'id', nameChars)
  const url = textAt(raw, 'permalink', urlChars) || textAt(raw, 'url_private', urlChars)
  return {
    id: textAt(raw, 'id', nameChars),
    name,
    mimeType: textAt(raw, 'mimetype', nameChars),
    size: numberAt(raw, 'size'),
    // Exports put a key into the address, which opens the file for whoever reads it.
    url: url.split(/[?#]/, 1)[0] ?? '',
    ...(textAt(raw, 'mode', 50) === 'tombstone' ? { removed: true } : {}),
  }
}
