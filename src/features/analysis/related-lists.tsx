/** The lists beside a document: each a few columns that stand under each other, a row opens its document. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { type Absence, type Inclusive, inclusiveWords, type Related } from '#contracts/analysis.ts'
import { documentTime } from '#contracts/document-date.ts'
import type { DocumentState } from '#contracts/documents.ts'
import { compare } from '../../commands/analysis.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { open } from '../../commands/review.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { Foreign, marked, PersonName, personOf } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Section } from './related-section.tsx'
import { rowMark } from './row-walk.ts'

/** Deeper answers stand under each other. */
const deepest = 8
const indent = (depth: number): number => Math.min(depth, deepest) * 12

const undated = { short: 'no date', exact: 'It says no date.' }
/** To the minute; the zone is told with the exact time. */
function timeOf(iso: string | null, timeZone: string) {
  if (iso === null) return undated
  const exact = documentTime(iso, timeZone)
  return { short: exact.slice(0, 16), exact }
}

export function FamilyList({ related }: { readonly related: Related }): ReactElement | null {
  const { family, documentId } = related
  if (family.length < 2) return null
  return (
    <Section title="Family" count={family.length} shown={family.length}>
      {family.map((member) => (
        <Row
          key={member.documentId}
          documentId={member.documentId}
          current={member.documentId === documentId}
          depth={member.depth}
          icon={member.recordType === 'E-mail' ? 'mail' : 'attachment'}
          controlNumber={member.controlNumber}
          name={member.title}
        />
      ))}
    </Section>
  )
}

const tones: Readonly<Record<Inclusive, Tone>> = { inclusive: 'ok', repeated: 'neutral', spare: 'neutral' }
const meanings: Readonly<Record<Inclusive, string>> = {
  inclusive: 'It says or carries something that no other message of the thread repeats.',
  repeated: 'All that it says and carries is in an answer.',
  spare: 'A second copy of an inclusive message.',
}

export function ThreadList({
  related,
  timeZone,
}: {
  readonly related: Related
  readonly timeZone: string
}): ReactElement | null {
  const { thread, family, documentId } = related
  if (thread.data.length < 2) return null
  // What hangs on a message stands in the thread where its message does.
  const top = family[0]?.documentId ?? documentId
  return (
    <Section
      title="Thread"
      count={thread.totalCount}
      shown={thread.data.filter(({ message }) => message !== null).length}
    >
      {thread.data.map(({ depth, message }, at) =>
        message === null ? (
          <Absent
            // biome-ignore lint/suspicious/noArrayIndexKey: it has no name
            key={`absent ${at}`}
            why={thread.absent}
            depth={depth}
          />
        ) : (
          <Row
            key={message.documentId}
            documentId={message.documentId}
            current={message.documentId === top}
            depth={depth}
            icon="mail"
            controlNumber={message.controlNumber}
            person={message.from}
            more={message.title}
            when={timeOf(message.sentAt, timeZone)}
          >
            <StateMark state={message.state} />
            {message.attachments > 0 && (
              <chakra.span color="faint" title={`${number(message.attachments)} attached`}>
                <Icon name="attachment" size={12} />
              </chakra.span>
            )}
            {message.inclusive !== null && (
              <Badge tone={tones[message.inclusive]} title={meanings[message.inclusive]}>
                {inclusiveWords[message.inclusive]}
              </Badge>
            )}
          </Row>
        ),
      )}
    </Section>
  )
}

export function NearDuplicateList({
  related,
  timeZone,
}: {
  readonly related: Related
  readonly timeZone: string
}): ReactElement | null {
  const { nearDuplicates, documentId } = related
  const run = useUnit(dispatch)
  if (nearDuplicates.totalCount === 0) return null
  return (
    <Section title="Near-duplicates" count={nearDuplicates.totalCount} shown={nearDuplicates.data.length}>
      {nearDuplicates.data.map((one) => (
        <Row
          key={one.documentId}
          documentId={one.documentId}
          current={one.documentId === documentId}
          depth={0}
          icon={one.recordType === 'E-mail' ? 'mail' : 'file'}
          controlNumber={one.controlNumber}
          name={one.title}
          more={one.custodian}
          when={timeOf(one.parentDate, timeZone)}
          beside={
            one.documentId === documentId ? null : (
              <IconButton
                icon="compare"
                label={`Compare with ${one.controlNumber || marked(one.title)}`}
                onClick={() => run(compare({ documentId, otherId: one.documentId }))}
              />
            )
          }
        >
          <StateMark state={one.state} />
          {one.principal ? (
            <Badge tone="accent" title="The longest of its group: all others were compared with it.">
              Pivot
            </Badge>
          ) : (
            <chakra.span
              fontFamily="mono"
              fontSize="xs"
              title={`It has ${one.similarity} % in common with the principal.`}
            >
              {one.similarity}%
            </chakra.span>
          )}
        </Row>
      ))}
    </Section>
  )
}

export function CopyList({ related }: { readonly related: Related }): ReactElement | null {
  const { copies } = related
  if (copies.totalCount === 0) return null
  return (
    <Section title="Suppressed copies" count={copies.totalCount} shown={copies.data.length}>
      {copies.data.map(({ custodian, path }, at) => (
        <chakra.li
          // biome-ignore lint/suspicious/noArrayIndexKey: copies of one path are alike
          key={at}
          display="flex"
          gap="3"
          minHeight="26px"
          alignItems="center"
          px="2"
          fontSize="sm"
        >
          <chakra.span width="180px" flexShrink={0} truncate>
            <Foreign text={custodian} />
          </chakra.span>
          <chakra.span color="muted" overflowWrap="anywhere">
            <Foreign text={path.join(' / ')} />
          </chakra.span>
        </chakra.li>
      ))}
    </Section>
  )
}

/** The panes beside it decide how wide it is: what says least goes first. */
const rowStyles = {
  containerType: 'inline-size',
  '& > button': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flex: '1',
    minWidth: '0',
    minHeight: '26px',
    paddingInline: '8px',
    borderRadius: '3px',
    fontSize: '13px',
    textAlign: 'start',
  },
  '& > button[aria-current]': { background: 'selected' },
  '& .name': { flex: '1', minWidth: '72px', display: 'flex', alignItems: 'center', gap: '8px' },
  '& .more': { color: 'muted' },
  '& .when': { width: '116px', flexShrink: '0', color: 'muted', whiteSpace: 'nowrap' },
  '& .number': {
    width: '88px',
    flexShrink: '0',
    textAlign: 'end',
    fontFamily: 'mono',
    fontSize: '12px',
    color: 'faint',
    whiteSpace: 'nowrap',
  },
  '@container (max-width: 460px)': { '& .number': { display: 'none' } },
  '@container (max-width: 340px)': { '& .when': { display: 'none' } },
} as const

function Row({
  documentId,
  current,
  depth,
  icon,
  controlNumber,
  person,
  name = person ?? '',
  more,
  when,
  beside,
  children,
}: {
  readonly documentId: number
  readonly current: boolean
  readonly depth: number
  readonly icon: IconName
  readonly controlNumber: string
  readonly name?: string
  /** In place of a name: who wrote it. */
  readonly person?: string
  /** Where there is room for it. */
  readonly more?: string
  readonly when?: { readonly short: string; readonly exact: string }
  /** What can be done with it besides being opened. */
  readonly beside?: ReactNode
  /** Marks. */
  readonly children?: ReactNode
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.li display="flex" alignItems="center" gap="1" css={rowStyles}>
      <chakra.button
        type="button"
        {...rowMark}
        aria-current={current ? 'true' : undefined}
        onClick={() => run(open({ documentId, position: null }))}
        _hover={{ background: 'hover' }}
      >
        <span className="name" style={{ paddingInlineStart: indent(depth) }}>
          <chakra.span color="faint" flexShrink={0}>
            <Icon name={icon} size={14} />
          </chakra.span>
          <chakra.span truncate title={marked(more === undefined ? name : `${name} · ${more}`)}>
            {name === '' ? (
              '(no name)'
            ) : person === undefined ? (
              <Foreign text={name} />
            ) : (
              <PersonName {...personOf(person)} />
            )}
            {more !== undefined && (
              <span className="more">
                {' · '}
                <Foreign text={more} />
              </span>
            )}
          </chakra.span>
        </span>
        {children}
        {when !== undefined && (
          <span className="when" title={when.exact}>
            {when.short}
          </span>
        )}
        <span className="number">{controlNumber}</span>
      </chakra.button>
      {beside !== undefined && (
        <chakra.span width="28px" flexShrink={0}>
          {beside}
        </chakra.span>
      )}
    </chakra.li>
  )
}

const absences: Readonly<Record<Absence, { readonly short: string; readonly meaning: string }>> = {
  notCollected: { short: 'Not collected', meaning: 'Others answer it, and no collection held it.' },
  notInReview: {
    short: 'Not in review',
    meaning: 'Others answer it. It was not collected, or it has not been promoted.',
  },
}

/** A message that others answer and that is not there. */
const Absent = ({ depth, why }: { readonly depth: number; readonly why: Absence }): ReactElement => (
  <chakra.li
    display="flex"
    alignItems="center"
    gap="2"
    minHeight="26px"
    px="2"
    fontSize="sm"
    color="faint"
    fontStyle="italic"
    title={absences[why].meaning}
  >
    <chakra.span display="flex" alignItems="center" gap="2" style={{ paddingInlineStart: indent(depth) }}>
      <Icon name="mail" size={14} />
      {absences[why].short}
    </chakra.span>
  </chakra.li>
)

/** Of what only those see who see the side of processing. */
const StateMark = ({ state }: { readonly state: DocumentState }): ReactElement | null =>
  state === 'Promoted' ? null : (
    <Badge tone="neutral" title="Reviewers do not see it.">
      {state === 'Processed' ? 'Not in review' : 'Filtered out'}
    </Badge>
  )
