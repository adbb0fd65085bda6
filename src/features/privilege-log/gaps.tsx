/** What is on the log and in no production, and the other way round: four lists, each of which opens in review. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { logGaps } from '#contracts/privilege-log.ts'
import { privilegeLogGaps } from '#src/reads/privilege-log.ts'
import { useLeads } from '../project/leads.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { LeadTo } from '../ui/lead.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { DocumentLead } from './document-lead.tsx'
import type { Frame } from './privilege-log-screen.tsx'
import { gapNames, gapOrder } from './words.ts'

type Gap = ReplyOf<typeof logGaps>['data'][number]

/** Documents that one search finds. */
const inQuery = 1_000

export function Gaps({ frame }: { readonly frame: Frame }): ReactElement {
  const answer = useRead(privilegeLogGaps, {})
  const { value } = answer
  const gaps = gapOrder.flatMap((kind) => value?.data.find((one) => one.kind === kind) ?? [])
  const out = gaps.find(({ kind }) => kind === 'sentOut')?.documents ?? 0
  return frame(
    <>
      {out > 0 && (
        <Notice tone="danger">
          {counted(out, 'document')} that the log withholds {out === 1 ? 'has' : 'have'} gone out in a
          production. Look at {out === 1 ? 'it' : 'them'} first: what was sent may have to be called back
          without delay.
        </Notice>
      )}
      <Missing answer={answer} rows={8} title="The lists could not be loaded" onRetry={answer.again} />
      {value !== null &&
        gaps.map((gap) => <GapList key={gap.kind} gap={gap} version={value.version?.name ?? null} />)}
    </>,
  )
}

function GapList({
  gap: { kind, documents, some, query },
  version,
}: {
  readonly gap: Gap
  /** The name of the last version; null: there is none. */
  readonly version: string | null
}): ReactElement {
  const leads = useLeads()
  const { title, what } = gapNames[kind]
  const lead = documents > 0 ? leads.documents(query) : undefined
  const isUnasked = kind === 'notInVersion' && version === null
  const isBad = documents > 0 && kind !== 'notProduced'
  return (
    <Section
      title={title}
      aside={
        <>
          <Badge
            tone={documents === 0 ? 'neutral' : isBad ? 'danger' : 'attention'}
            icon={documents === 0 ? undefined : 'warning'}
          >
            {counted(documents, 'document')}
          </Badge>
          {lead !== undefined && (
            <LeadTo lead={lead} name={`Open in review: ${title}`}>
              {documents > inQuery ? `Open the first ${number(inQuery)} in review` : 'Open in review'}
            </LeadTo>
          )}
        </>
      }
      padded
    >
      <chakra.p color="muted">
        {isUnasked ? 'No version has been made yet.' : documents === 0 ? 'There is none.' : what}
        {kind === 'notInVersion' && version !== null && documents > 0 && (
          <>
            {' '}
            The last version is “<Foreign text={version} />
            ”.
          </>
        )}
      </chakra.p>
      {some.length > 0 && (
        <chakra.details fontSize="sm" mt="2">
          <chakra.summary cursor="pointer">
            {some.length < documents
              ? `Show the first ${number(some.length)} of ${counted(documents, 'document')}`
              : `Show ${counted(documents, 'document')}`}
          </chakra.summary>
          <chakra.ul
            listStyleType="none"
            mt="2"
            maxHeight="280px"
            overflowY="auto"
            tabIndex={0}
            aria-label={`Documents: ${title}`}
          >
            {some.map(({ documentId, controlNumber, production }) => (
              <chakra.li key={documentId} display="flex" gap="3" minHeight="row" alignItems="center">
                <chakra.span fontFamily="mono">
                  <DocumentLead documentId={documentId} controlNumber={controlNumber} />
                </chakra.span>
                {production !== null && (
                  <chakra.span color="muted">
                    in <Foreign text={production} />
                  </chakra.span>
                )}
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.details>
      )}
    </Section>
  )
}
