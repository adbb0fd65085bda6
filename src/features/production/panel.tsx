/** Beside the documents: where the one in view left, and the productions of the project, each of which narrows the list to it. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { DocumentProduction } from '#contracts/produced-pages.ts'
import { treatmentWords } from '#contracts/production-words.ts'
import type { Production } from '#contracts/productions.ts'
import { quoted } from '#query/lex.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseImages, seekPage } from '#src/commands/pages.ts'
import { choosePane } from '#src/commands/review.ts'
import { search } from '#src/commands/review-list.ts'
import { whereItLeft } from '#src/reads/pages.ts'
import { productions } from '#src/reads/production.ts'
import { $current, $list } from '#src/stores/review.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, exactTime } from '../ui/format.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { productionPath, productionsPath, stateLooks } from './words.ts'

const refresh = 60_000

export function ProductionPanel(): ReactElement {
  const { can } = useWho()
  return can('production.view') ? (
    <Seen />
  ) : (
    <EmptyState icon="production" title="Productions are not shown to you">
      Whoever manages the project can tell you where a document left.
    </EmptyState>
  )
}

function Seen(): ReactElement {
  const current = useUnit($current)
  return (
    <>
      {current !== null && <OfDocument documentId={current.documentId} />}
      <OfProject />
    </>
  )
}

function OfDocument({ documentId }: { readonly documentId: number }): ReactElement {
  const { value, failure, again } = useRead(whereItLeft, { documentId }, { every: refresh })
  return (
    <Part title="Where this document left">
      {value === null && failure === null && <Skeleton rows={3} />}
      {value === null && failure !== null && (
        <ErrorState title="It could not be looked up" message={failure.message} onRetry={again} />
      )}
      {value?.length === 0 && (
        <chakra.p px="3" pb="3" fontSize="sm" color="muted">
          It is in no production that was produced.
        </chakra.p>
      )}
      {value !== null && value.length > 0 && (
        <chakra.ul listStyleType="none">
          {value.map((one) => (
            <Left key={one.productionId} documentId={documentId} left={one} />
          ))}
        </chakra.ul>
      )}
    </Part>
  )
}

function Left({
  documentId,
  left,
}: {
  readonly documentId: number
  readonly left: DocumentProduction
}): ReactElement {
  const run = useUnit(dispatch)
  const { productionId, name, state, first, last, pages, treatment, designation, redacted } = left
  const { produced, delivered } = left
  const { tone, icon, word } = stateLooks[state]
  const seek = (page: number) => {
    run(choosePane({ pane: 'pages' }))
    run(seekPage({ documentId, productionId, page }))
  }
  return (
    <chakra.li px="3" py="2" borderTopWidth="1px" borderColor="line" fontSize="sm">
      <chakra.div display="flex" alignItems="center" gap="2">
        <chakra.span flex="1" minWidth="0" truncate fontWeight={600}>
          <Link to={productionPath(productionId, 'made')}>
            <Foreign text={name} />
          </Link>
        </chakra.span>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </chakra.div>
      <chakra.div fontFamily="mono" overflowWrap="anywhere">
        <NumberLink number={first} onGo={() => seek(1)} />
        {first !== last && (
          <>
            {' to '}
            <NumberLink number={last} onGo={() => seek(pages)} />
          </>
        )}
      </chakra.div>
      <chakra.div color="muted" fontSize="xs">
        {[
          counted(pages, 'page'),
          treatmentWords[treatment],
          ...(redacted && treatment !== 'withheld' ? ['redacted'] : []),
        ].join(' · ')}
        {designation !== '' && (
          <>
            {' · '}
            <Foreign text={designation} />
          </>
        )}
      </chakra.div>
      <chakra.div color="muted" fontSize="xs">
        {delivered !== null
          ? `Delivered ${exactTime(delivered.at)} by ${delivered.by}, confirmed by ${delivered.confirmedBy}`
          : produced === null
            ? ''
            : `Produced ${exactTime(produced.at)} by ${produced.by}`}
      </chakra.div>
      <Button
        size="sm"
        mt="1"
        icon="file"
        onClick={() => {
          run(chooseImages({ productionId }))
          run(choosePane({ pane: 'pages' }))
        }}
      >
        Show its pages as they left
      </Button>
    </chakra.li>
  )
}

/** Goes to the page that has it. */
const NumberLink = ({
  number,
  onGo,
}: {
  readonly number: string
  readonly onGo: () => void
}): ReactElement => (
  <chakra.button
    type="button"
    title="Show this page as it left"
    color="accentInk"
    textDecoration="underline"
    textUnderlineOffset="2px"
    overflowWrap="anywhere"
    textAlign="start"
    onClick={onGo}
  >
    {number}
  </chakra.button>
)

function OfProject(): ReactElement {
  const { value, failure, again } = useRead(productions, {}, { every: refresh })
  const made = value?.filter(({ state }) => state === 'Produced' || state === 'Delivered') ?? []
  return (
    <Part title="Productions of the project">
      {value === null && failure === null && <Skeleton rows={4} />}
      {value === null && failure !== null && (
        <ErrorState title="The productions could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && made.length === 0 && (
        <EmptyState icon="production" title="Nothing has been produced yet">
          <Link to={productionsPath}>Go to the productions</Link>
        </EmptyState>
      )}
      {made.length > 0 && (
        <chakra.ul listStyleType="none">
          {made.map((one) => (
            <OneProduction key={one.productionId} production={one} />
          ))}
        </chakra.ul>
      )}
    </Part>
  )
}

const queryOf = (name: string): string => `Production is ${quoted(name)}`

/** Narrows the list to it, in the order of its numbers. */
function OneProduction({ production }: { readonly production: Production }): ReactElement {
  const { run, list } = useUnit({ run: dispatch, list: $list })
  const { name, firstNumber, lastNumber, documents, state } = production
  const { tone, icon, word } = stateLooks[state]
  const isShown = list?.query.queryString === queryOf(name)
  return (
    <chakra.li borderTopWidth="1px" borderColor="line">
      <chakra.button
        type="button"
        width="full"
        textAlign="start"
        px="3"
        py="2"
        fontSize="sm"
        aria-current={isShown ? 'true' : undefined}
        background={isShown ? 'selected' : undefined}
        _hover={{ background: 'hover' }}
        _focusVisible={{ outlineOffset: '-2px' }}
        onClick={() =>
          run(
            search({
              ...{ queryString: queryOf(name), includeFamily: false, batchId: null, openAt: 0 },
              ...{ viewer: 'parentsAndChildren', filter: 'all' },
              sort: { by: [{ field: 'Begin_Bates', descending: false }] },
            }),
          )
        }
      >
        <chakra.span display="flex" alignItems="center" gap="2">
          <chakra.span flex="1" minWidth="0" truncate fontWeight={600}>
            <Foreign text={name} />
          </chakra.span>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </chakra.span>
        <chakra.span display="block" color="muted" fontSize="xs" overflowWrap="anywhere">
          {firstNumber !== null && (
            <chakra.span fontFamily="mono">
              {firstNumber === lastNumber ? firstNumber : `${firstNumber} to ${lastNumber}`}
            </chakra.span>
          )}
          {documents !== null && ` · ${counted(documents, 'document')}`}
        </chakra.span>
      </chakra.button>
    </chakra.li>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section aria-label={title}>
      <chakra.h3 px="3" pt="3" pb="2" fontSize="xs" fontWeight={600} color="faint">
        {title}
      </chakra.h3>
      {children}
    </section>
  )
}
