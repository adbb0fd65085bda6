/** A document that is a conversation, as a chat; where that cannot be had, its text stands in its place. */
import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type ReactElement, useEffect, useRef, useState } from 'react'
import type { Conversation } from '#contracts/conversation.ts'
import { conversation as conversationRead } from '#src/reads/conversation.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { CutList } from '../ui/cut-list.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { themedMarks } from '../viewer/highlight-colours.ts'
import { markHits } from '../viewer/marks.ts'
import { TextBody } from '../viewer/text-body.tsx'
import { useFocusedMark } from '../viewer/use-focused-mark.ts'
import { Messages } from './messages.tsx'

interface Props extends ComponentProps<typeof TextBody> {
  readonly documentId: number
  readonly timeZone: string
}

/** What is asked for once more comes; what is too long to be shown does not. */
const tooLong = 413

export function ConversationPane({ documentId, timeZone, ...body }: Props): ReactElement {
  const asked = useRead(conversationRead, { documentId }, { once: true })
  const { value: conversation, failure } = asked
  if (conversation !== null)
    return <Chat key={documentId} conversation={conversation} timeZone={timeZone} {...body} />
  if (failure === null) return <Skeleton rows={12} />
  return (
    <chakra.div display="flex" flexDirection="column" height="full">
      <chakra.div
        role="alert"
        display="flex"
        alignItems="center"
        gap="3"
        px="5"
        py="1"
        fontSize="sm"
        background="attentionGround"
        color="attentionInk"
      >
        The text is shown, and not the chat. {failure.message}
        {failure.status !== tooLong && (
          <Button size="sm" look="quiet" onClick={asked.again}>
            Try again
          </Button>
        )}
      </chakra.div>
      <chakra.div flex="1" minHeight="0">
        <TextBody {...body} />
      </chakra.div>
    </chakra.div>
  )
}

function Chat({
  conversation,
  timeZone,
  find,
  focused,
  onHits,
}: Omit<Props, 'documentId' | 'text'> & { readonly conversation: Conversation }): ReactElement {
  const column = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<readonly HTMLElement[]>([])
  useFocusedMark(marks, focused)
  // What is marked is put in its place anew: marks stand inside of what was drawn.
  const [drawn, setDrawn] = useState({ find, times: 0 })
  if (drawn.find !== find) setDrawn({ find, times: drawn.times + 1 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each drawing there is something else to be marked
  useEffect(() => {
    if (column.current === null) return
    const found = markHits(column.current, find)
    setMarks(found.marks)
    onHits(found.terms)
  }, [drawn, conversation, onHits])
  return (
    <chakra.div
      height="full"
      overflow="auto"
      background="surface"
      px="3"
      py="3"
      tabIndex={0}
      role="region"
      aria-label="Conversation"
      css={{ containerType: 'inline-size' }}
    >
      <style>{themedMarks}</style>
      <Facts conversation={conversation} timeZone={timeZone} />
      {conversation.messages.length === 0 ? (
        <EmptyState icon="file" title="There are no messages in it">
          What of its source could not be read is said with its exceptions.
        </EmptyState>
      ) : (
        <div ref={column} data-words="">
          <Messages key={drawn.times} conversation={conversation} timeZone={timeZone} />
        </div>
      )}
    </chakra.div>
  )
}

const kinds: Readonly<Record<Conversation['channel']['kind'], string>> = {
  public: 'Public channel',
  private: 'Private channel',
  group: 'Group conversation',
  direct: 'Direct messages',
  unknown: 'Conversation',
}

/** People that are named before the others are counted. */
const namedPeople = 12

function Facts({
  conversation,
  timeZone,
}: {
  readonly conversation: Conversation
  readonly timeZone: string
}): ReactElement {
  const { channel, participants, messages, timeZone: own } = conversation
  const said = messages.filter(({ kind }) => kind === 'message' || kind === 'action').length
  return (
    <chakra.div color="muted" fontSize="xs" px="2" pb="2" maxWidth="110ch" overflowWrap="anywhere">
      <p>
        {kinds[channel.kind]} · {counted(said, 'message')} · times of {timeZone}
        {own !== timeZone && `, days of ${own}`}
      </p>
      {participants.length > 0 && (
        <p>
          <CutList
            items={participants}
            of="people"
            first={namedPeople}
            draw={({ name }) => <Foreign text={name} />}
          />
        </p>
      )}
      {channel.topic !== '' && (
        <p>
          Topic: <Foreign text={channel.topic} />
        </p>
      )}
    </chakra.div>
  )
}
