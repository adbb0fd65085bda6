/** A conversation as a document: its text, a line for each message, and its fields. */

import { Fields } from '../documents/fields.ts'
import type { Reading } from '../documents/reading.ts'
import { storable } from '../text.ts'
import type {
  Change,
  ChannelKind,
  ChatMessage,
  Conversation,
  Person,
  Reaction,
  SharedFile,
} from './conversation.ts'
import { channelName } from './titles.ts'
import { zoneClock } from './zone.ts'

/** What can be searched and shown of a conversation. What was shared in it is no part of it: it comes beside it, where it does. */
export function conversationReading(conversation: Conversation): Reading {
  return {
    text: conversationText(conversation),
    html: null,
    metadata: conversationFields(conversation),
    embedded: [],
    flaws: conversation.flaws,
  }
}

/** A line for each message, with the clock of the conversation's zone; what belongs to a message is indented below it. */
export function conversationText({ messages, timeZone, day, precision }: Conversation): string {
  const clock = zoneClock(timeZone)
  const digits = precision === 'second' ? 19 : 16
  /** Without the day, where it is that of the conversation. */
  const time = (at: string | null): string => {
    if (at === null) return ''
    const local = clock.local(at).slice(0, digits)
    return local.startsWith(day) && day !== '' ? local.slice(11) : local
  }
  return storable(messages.map((message) => linesOf(message, time).join('\n')).join('\n'))
}

type Time = (at: string | null) => string

function linesOf(message: ChatMessage, time: Time): readonly string[] {
  const { at, written, kind, sender, text, replyTo, edited, deleted } = message
  const when = at === null ? written : time(at)
  // What the program reports itself needs no name.
  const name = sender.name === '' && kind !== 'event' ? 'Unknown' : sender.name
  const besides = [
    replyTo === null
      ? ''
      : `reply to ${[replyTo.sender?.name ?? '', time(replyTo.at)].filter(isSaid).join(', ')}`,
    edited === null ? '' : `edited${changeOf(edited, sender, time)}`,
    deleted === null ? '' : `deleted${changeOf(deleted, sender, time)}`,
  ].filter(isSaid)
  const who = [name, ...(besides.length === 0 ? [] : [`(${besides.join('; ')})`])].filter(isSaid).join(' ')
  return [
    `${when === '' ? '' : `[${when}] `}${kind === 'message' ? `${who}: ${text}`.trimEnd() : `* ${[who, doing[kind](text)].filter(isSaid).join(' ')}`}`,
    ...message.quoted.map((line) => below(`> ${line}`)),
    ...message.earlier.map((before) => below(`[Before it was edited: ${before}]`)),
    ...message.files.map((file) =>
      below(`[${file.removed === true ? 'A file that was removed' : 'File'}: ${fileText(file)}]`),
    ),
    ...(message.reactions.length === 0
      ? []
      : [below(`[Reactions: ${message.reactions.map(reactionText).join('; ')}]`)]),
  ]
}

const isSaid = (part: string): boolean => part !== ''
const below = (lines: string): string => `  ${lines.replaceAll('\n', '\n  ')}`

const doing: Readonly<Record<Exclude<ChatMessage['kind'], 'message'>, (text: string) => string>> = {
  join: (text) => (text === '' ? 'joined' : `joined: ${text}`),
  leave: (text) => (text === '' ? 'left' : `left: ${text}`),
  action: (text) => text,
  event: (text) => text,
}

function changeOf({ by, at }: Change, sender: Person, time: Time): string {
  const other = by !== null && by.id !== sender.id ? ` by ${by.name}` : ''
  return `${other}${at === null ? '' : ` ${time(at)}`}`
}

const fileText = ({ name, mimeType, size, url }: SharedFile): string =>
  [name, mimeType, size === null ? '' : `${size} bytes`, url].filter(isSaid).join(', ')

function reactionText({ name, by, count }: Reaction): string {
  const unnamed = count - by.length
  const people = [...by.map((person) => person.name), ...(unnamed > 0 ? [`${unnamed} more`] : [])]
  return `:${name}: ${people.join(', ')}`
}

const kinds: Readonly<Record<ChannelKind, string>> = {
  public: 'Public channel',
  private: 'Private channel',
  group: 'Group conversation',
  direct: 'Direct messages',
  unknown: 'Unknown',
}

function conversationFields(conversation: Conversation): Readonly<Record<string, readonly string[]>> {
  const { title, channel, day, timeZone, participants, messages } = conversation
  const fields = new Fields()
  const people = (name: string, all: readonly Person[]): void => {
    for (const person of all) fields.add(name, personText(person))
  }
  const sent = messages.map(({ at }) => at).filter((at) => at !== null)
  const count = (name: string, is: (message: ChatMessage) => boolean): void => {
    const number = messages.filter(is).length
    if (number > 0) fields.add(name, number)
  }
  fields.add('Doc_Title', title)
  fields.add('Channel', channelName(channel))
  fields.add('Channel_Id', channel.id)
  fields.add('Channel_Kind', kinds[channel.kind])
  fields.add('Channel_Topic', channel.topic)
  fields.add('Conversation_Date', day)
  fields.add('Time_Zone', timeZone)
  people('Participants', participants)
  for (const { id } of participants) fields.add('Participant_Ids', id)
  people('Channel_Members', channel.members)
  people(
    'Joined',
    messages.filter(({ kind }) => kind === 'join').map(({ sender }) => sender),
  )
  people(
    'Left',
    messages.filter(({ kind }) => kind === 'leave').map(({ sender }) => sender),
  )
  fields.add('Message_Count', messages.filter(({ kind }) => kind === 'message' || kind === 'action').length)
  fields.add('First_Message', sent.at(0))
  fields.add('Last_Message', sent.at(-1))
  count('Edited_Messages', ({ edited }) => edited !== null)
  count('Deleted_Messages', ({ deleted }) => deleted !== null)
  count('Replies', ({ replyTo }) => replyTo !== null)
  for (const { files } of messages) for (const { name } of files) fields.add('Shared_Files', name)
  return fields.toRecord()
}

const personText = ({ name, email }: Person): string => (email === '' ? name : `${name} <${email}>`)
