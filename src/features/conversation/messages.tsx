/**
 * The messages of a conversation, one below the other: when, who, what. Never drawn twice: hits are marked in what stands
 * there, so that what changes is put in its place anew.
 */
import { chakra } from '@chakra-ui/react'
import { Fragment, memo, type ReactElement, type ReactNode } from 'react'
import type { Change, ChatMessage, Conversation, Person, SharedFile } from '#contracts/conversation.ts'
import { marked, PersonName } from '../ui/foreign.tsx'
import { counted, fileSize } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { type Clock, clockOf } from './clock.ts'

/** Plain elements styled by the list: a long day has ten thousand messages, of which only those in view are laid out. */
const listStyles = {
  maxWidth: '110ch',
  fontSize: 'sm',
  lineHeight: '20px',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '64px 132px minmax(0, 1fr)',
    columnGap: '3',
    paddingInline: '2',
    paddingBlock: '2px',
    borderRadius: 'md',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 24px',
  },
  '& > li.day': {
    display: 'block',
    color: 'muted',
    fontSize: 'xs',
    fontWeight: 600,
    paddingTop: '3',
    paddingBottom: '1',
    borderBottomWidth: '1px',
    borderColor: 'line',
    borderRadius: '0',
    marginBottom: '1',
  },
  '& > li:focus': { background: 'selected', outline: 'none' },
  '& > li.quiet': { color: 'faint', fontSize: 'xs' },
  '& > li.reply .said': { paddingLeft: '4', borderLeftWidth: '2px', borderColor: 'line' },
  '& .time': { color: 'faint', fontFamily: 'mono', fontSize: 'xs' },
  '& .who': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .quiet .who': { fontWeight: 400 },
  '& .said': { minWidth: '0', overflowWrap: 'anywhere' },
  '& .text': { whiteSpace: 'pre-wrap' },
  '& del': { color: 'muted' },
  '& .note': { color: 'muted', fontSize: 'xs' },
  '& .note button': { textDecoration: 'underline dotted', _hover: { color: 'accentInk' } },
  '& .box': {
    whiteSpace: 'pre-wrap',
    color: 'muted',
    borderLeftWidth: '3px',
    borderColor: 'line',
    paddingLeft: '2',
    marginBlock: '2px',
  },
  '& .file': { display: 'flex', alignItems: 'center', gap: '1', color: 'muted', fontSize: 'xs' },
  '& .reactions': { display: 'flex', flexWrap: 'wrap', gap: '1', marginTop: '2px' },
  '& .reactions span': {
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'full',
    px: '2',
    fontSize: 'xs',
  },
  '@container (max-width: 560px)': {
    '& > li': { gridTemplateColumns: '64px minmax(0, 1fr)' },
    '& .said': { gridColumn: '2' },
  },
} as const

interface Props {
  readonly conversation: Conversation
  readonly timeZone: string
}

export const Messages = memo(function Messages({ conversation, timeZone }: Props): ReactElement {
  const { messages, precision } = conversation
  const clock = clockOf(timeZone, precision)
  const known = new Set(messages.map(({ id }) => id))
  let day = ''
  return (
    <chakra.ol aria-label="Messages" listStyleType="none" css={listStyles}>
      {messages.map((message, index) => {
        const own = message.at === null ? day : clock.day(message.at)
        const begins = own !== day
        day = own
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a conversation never change
          <Fragment key={index}>
            {begins && <li className="day">{own}</li>}
            <Message message={message} clock={clock} known={known} day={own} />
          </Fragment>
        )
      })}
    </chakra.ol>
  )
})

function Message({
  message,
  clock,
  known,
  day,
}: {
  readonly message: ChatMessage
  readonly clock: Clock
  /** Ids of the messages that are here. */
  readonly known: ReadonlySet<string>
  readonly day: string
}): ReactElement {
  const { id, kind, sender, at, written, text, replyTo, edited, deleted } = message
  const isQuiet = kind === 'join' || kind === 'leave' || kind === 'event'
  const isReply = replyTo !== null
  const when = (instant: string): string =>
    clock.day(instant) === day ? clock.time(instant) : `${clock.day(instant)} ${clock.time(instant)}`
  return (
    <li
      data-message={id}
      tabIndex={-1}
      className={isQuiet ? 'quiet' : isReply ? 'reply' : undefined}
      data-testid="chat-message"
    >
      <span className="time">{at === null ? written : clock.time(at)}</span>
      <span className="who" title={personTitle(sender)}>
        {sender.name === '' ? (
          kind === 'event' ? (
            ''
          ) : (
            'Unknown'
          )
        ) : (
          <PersonName name={sender.name} address={sender.email} />
        )}
      </span>
      <div className="said">
        {isReply && (
          <div className="note">
            <Answered reply={replyTo} isHere={known.has(replyTo.id)} when={when} />
          </div>
        )}
        {deleted === null ? (
          <div className="text">{wordsOf(kind, text)}</div>
        ) : (
          <del className="text">{text === '' ? 'A message stood here.' : text}</del>
        )}
        {edited !== null && <Changed what="Edited" change={edited} sender={sender} when={when} />}
        {deleted !== null && <Changed what="Deleted" change={deleted} sender={sender} when={when} />}
        {message.earlier.map((before, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <div className="box" key={nth}>
            Before: <del>{before}</del>
          </div>
        ))}
        {message.quoted.map((line, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <div className="box" key={nth}>
            {line}
          </div>
        ))}
        {message.files.map((file, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <div className="file" key={nth} title={placeText(file)}>
            <Icon name="attachment" size={12} />
            <span>{fileText(file)}</span>
          </div>
        ))}
        {message.reactions.length > 0 && (
          <div className="reactions">
            {message.reactions.map(({ name, by, count }) => (
              <span key={name} title={reactedText(by, count)}>
                :{name}: {count}
                <chakra.span srOnly> by {reactedText(by, count)}</chakra.span>
              </span>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

function wordsOf(kind: ChatMessage['kind'], text: string): ReactNode {
  if (kind === 'join') return text === '' ? 'joined' : `joined: ${text}`
  if (kind === 'leave') return text === '' ? 'left' : `left: ${text}`
  return kind === 'action' ? <em>{text}</em> : text
}

/** What a message answers; in reach where it is of this conversation. */
function Answered({
  reply: { id, sender, at, basis },
  isHere,
  when,
}: {
  readonly reply: NonNullable<ChatMessage['replyTo']>
  readonly isHere: boolean
  readonly when: (instant: string) => string
}): ReactElement {
  const whom = [marked(sender?.name ?? ''), at === null ? '' : when(at)]
    .filter((part) => part !== '')
    .join(', ')
  const words = `${basis === 'thread' ? 'Reply to' : 'Seems to answer'} ${whom === '' ? 'a message' : whom}`
  if (!isHere) return <>{words} (not in this conversation)</>
  return (
    <button
      type="button"
      onClick={(event) => {
        const of = event.currentTarget.closest('ol')
        const answered = of?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
        answered?.scrollIntoView({ block: 'center' })
        answered?.focus({ preventScroll: true })
      }}
    >
      {words}
    </button>
  )
}

function Changed({
  what,
  change: { by, at },
  sender,
  when,
}: {
  readonly what: string
  readonly change: Change
  readonly sender: Person
  readonly when: (instant: string) => string
}): ReactElement {
  const other = by !== null && by.id !== sender.id ? ` by ${marked(by.name)}` : ''
  return <div className="note">{`${what}${other}${at === null ? '' : ` ${when(at)}`}`}</div>
}

const personTitle = ({ name, email }: Person): string => marked(email === '' ? name : `${name} <${email}>`)

const placeText = ({ url }: SharedFile) => (url === '' ? undefined : `It lay at ${marked(url)}`)

const fileText = ({ name, mimeType, size, removed }: SharedFile): string =>
  [
    removed === true ? `A file that was removed (${marked(name)})` : marked(name),
    mimeType,
    size === null ? '' : fileSize(size),
  ]
    .filter((part) => part !== '')
    .join(' · ')

function reactedText(by: readonly Person[], count: number): string {
  const more = count - by.length
  const names = by.map(({ name }) => marked(name))
  return [...names, ...(more > 0 ? [counted(more, 'other')] : [])].join(', ')
}
