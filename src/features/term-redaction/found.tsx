/** What was found: by term, what cannot be covered, and by document with its places. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { TermDocument, TermRedaction } from '#contracts/term-redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { tickPlaces } from '#src/commands/term-redactions.ts'
import { termSearch } from '#src/reads/term-redactions.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { FoundDocument } from './found-document.tsx'
import { goAmongTicks, Tick } from './tick.tsx'
import { countWords, tickOf, uncoveredWords } from './words.ts'

/** Documents of one answer. */
const fullPage = 200

export function Found({
  value,
  ticks,
  fixed,
}: {
  readonly value: TermRedaction
  readonly ticks: number
  readonly fixed: boolean
}): ReactElement {
  const run = useUnit(dispatch)
  const { jobId, terms, documents } = value
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      gap="3"
      onKeyDown={(event) => {
        if (goAmongTicks(event.currentTarget, event.key)) event.preventDefault()
      }}
    >
      <chakra.p role="status">
        {countWords(value)} in {counted(value.documentCount, 'document')}
      </chakra.p>
      <section aria-label="By term">
        <Head>By term</Head>
        <chakra.ul listStyleType="none" maxHeight="168px" overflowY="auto">
          {terms.map((term, at) => (
            <chakra.li key={term.text} display="flex" gap="2" alignItems="center" py="0.5">
              <Tick
                label={`All places of ${term.text}`}
                state={tickOf(term)}
                disabled={fixed || term.places === term.covered}
                onTick={(ticked) => run(tickPlaces({ jobId, which: { term: at }, ticked }))}
              />
              <chakra.span overflowWrap="anywhere">
                <Foreign text={term.text} />
              </chakra.span>
              <chakra.span color="muted" fontSize="xs" whiteSpace="nowrap">
                {countWords(term)}
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      </section>
      <section aria-label="By document">
        <Head>By document</Head>
        {/* The places scroll for themselves: what redacts them stays in view below. */}
        <chakra.ul listStyleType="none" maxHeight="44vh" overflowY="auto">
          {documents
            .filter(({ places, left }) => places > 0 || left !== null)
            .map((document) => (
              <FoundDocument
                key={document.documentId}
                jobId={jobId}
                document={document}
                ticks={ticks}
                fixed={fixed}
                opened={value.documentCount === 1}
              />
            ))}
        </chakra.ul>
      </section>
      <Uncovered terms={terms} documents={documents} />
      <More jobId={jobId} documents={documents} ticks={ticks} fixed={fixed} />
    </chakra.div>
  )
}

const Head = ({ children }: { readonly children: string }): ReactElement => (
  <chakra.h3 fontSize="xs" fontWeight={600} color="muted">
    {children}
  </chakra.h3>
)

function Uncovered({
  terms,
  documents,
}: {
  readonly terms: TermRedaction['terms']
  readonly documents: readonly TermDocument[]
}): ReactElement | null {
  const some = documents.filter(({ uncovered }) => uncovered.length > 0)
  if (some.length === 0) return null
  return (
    <chakra.section aria-label="Cannot be covered here" background="attentionGround" borderRadius="md" p="2">
      <chakra.h3 fontSize="xs" fontWeight={600} color="attentionInk">
        Cannot be covered here
      </chakra.h3>
      <chakra.ul listStyleType="none" fontSize="sm" maxHeight="168px" overflowY="auto">
        {some.flatMap(({ documentId, controlNumber, uncovered }) =>
          uncovered.map(({ term, reason, count }) => (
            <li key={`${documentId} ${term} ${reason}`}>
              {controlNumber}: <Foreign text={terms[term]?.text ?? ''} /> {number(count)}{' '}
              {count === 1 ? 'time' : 'times'} {uncoveredWords[reason]}
            </li>
          )),
        )}
      </chakra.ul>
    </chakra.section>
  )
}

/** Documents behind those that came with the first answer. */
function More({
  jobId,
  documents,
  ticks,
  fixed,
}: {
  readonly jobId: number
  readonly documents: readonly TermDocument[]
  readonly ticks: number
  readonly fixed: boolean
}): ReactElement | null {
  const [asked, setAsked] = useState(false)
  const last = documents.length === fullPage ? (documents.at(-1)?.documentId ?? null) : null
  const { value } = useRead(termSearch, asked && last !== null ? { jobId, after: last } : null, {
    asOf: ticks,
  })
  if (last === null) return null
  if (!asked) return <Button onClick={() => setAsked(true)}>More documents</Button>
  return value === null ? null : <Found value={value} ticks={ticks} fixed={fixed} />
}
