/** A document as it will leave: its pages with their numbers to be, and what else goes out with it. Nothing of it is kept. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { pathOf } from '#contracts/call.ts'
import { type ProductionPreview, previewPage } from '#contracts/production-preview.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { treatmentWords } from '#contracts/production-words.ts'
import type { Production } from '#contracts/productions.ts'
import { productionPreview } from '#src/reads/production.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { DeniedState, Missing } from '../ui/states.tsx'
import type { Frame } from './production-page.tsx'
import { useUnsaved } from './use-draft.ts'

export function Preview({
  projectId,
  recorded,
  frame,
}: {
  readonly projectId: number
  readonly recorded: { readonly production: Production; readonly settings: ProductionSettings }
  readonly frame: Frame
}): ReactElement {
  const { can } = useWho()
  const { productionId, version } = recorded.production
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('document') ?? '')
  const documentId = Number.isSafeInteger(asked) && asked > 0 ? asked : null
  const mayLook = can('production.manage')
  const isUnsaved = useUnsaved(recorded)
  const answer = useRead(productionPreview, mayLook ? { productionId, version, documentId } : null)
  const { value } = answer
  const go = (id: number) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set('document', String(id))
      return next
    })
  if (!mayLook)
    return frame(
      undefined,
      <DeniedState
        what="previews of productions"
        grantedBy="Litigation support and project managers prepare productions."
      />,
    )
  return frame(
    undefined,
    <>
      {isUnsaved && (
        <chakra.p role="status" color="attentionInk">
          Settings were changed here and are not saved: this shows what is on the record.
        </chakra.p>
      )}
      {value === null ? (
        <Section>
          <Missing answer={answer} rows={8} title="The document could not be shown" onRetry={answer.again} />
        </Section>
      ) : (
        <>
          <chakra.nav
            aria-label="Documents of the production"
            display="flex"
            gap="2"
            alignItems="center"
            flexWrap="wrap"
          >
            <Button
              size="sm"
              icon="left"
              disabled={value.previous === null}
              onClick={() => value.previous !== null && go(value.previous)}
            >
              Earlier document
            </Button>
            <Button
              size="sm"
              icon="right"
              disabled={value.next === null}
              onClick={() => value.next !== null && go(value.next)}
            >
              Later document
            </Button>
            <chakra.span role="status" color="muted" fontSize="sm">
              Document {number(value.place)} of {number(value.documents)}
            </chakra.span>
          </chakra.nav>
          {value.fault !== null &&
            (value.slipSheet ? (
              <chakra.p role="status" color="attentionInk">
                A slip sheet stands for its pages. {value.fault}
              </chakra.p>
            ) : (
              <Notice tone="danger">It cannot go out as it is set. {value.fault}</Notice>
            ))}
          <chakra.div
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(280px, 2fr)' }}
            gap="5"
            alignItems="start"
          >
            {value.fault !== null && !value.slipSheet ? (
              <Section title="Pages" padded>
                No page of it goes out.
              </Section>
            ) : (
              <Pages key={`${value.documentId} ${version}`} {...{ projectId, productionId }} shown={value} />
            )}
            <chakra.div display="flex" flexDirection="column" gap="5" minWidth="0">
              <Facts shown={value} />
              <LoadFileRow shown={value} />
            </chakra.div>
          </chakra.div>
        </>
      )}
    </>,
  )
}

/** Page by page, as each is drawn when it is looked at. */
function Pages({
  projectId,
  productionId,
  shown: { documentId, pages, slipSheet, first },
}: {
  readonly projectId: number
  readonly productionId: number
  readonly shown: ProductionPreview
}): ReactElement {
  const [page, setPage] = useState(1)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming')
  const turn = (to: number) => {
    setPage(to)
    setState('coming')
  }
  const source = `${pathOf(previewPage)}?projectId=${projectId}&productionId=${productionId}&documentId=${documentId}&page=${page}`
  return (
    <Section
      title={slipSheet ? 'Slip sheet' : 'Pages'}
      padded
      aside={
        <chakra.nav aria-label="Pages of the document" display="flex" gap="2" alignItems="center">
          <chakra.span fontSize="xs" color="muted" role="status">
            {state === 'coming' ? 'Being drawn: page' : 'Page'} {number(page)} of {number(pages)}
          </chakra.span>
          <Button size="sm" disabled={page <= 1} onClick={() => turn(page - 1)}>
            Earlier page
          </Button>
          <Button size="sm" disabled={page >= pages} onClick={() => turn(page + 1)}>
            Later page
          </Button>
        </chakra.nav>
      }
    >
      {state === 'failed' ? (
        <chakra.div role="alert" display="flex" flexDirection="column" gap="2" alignItems="flex-start">
          This page could not be drawn.
          <Button
            size="sm"
            icon="retry"
            onClick={() => {
              setTries(tries + 1)
              setState('coming')
            }}
          >
            Try again
          </Button>
        </chakra.div>
      ) : (
        // Paper is white by day and by night.
        <chakra.div background="#fff" boxShadow="0 0 0 1px rgba(20,25,36,.16)" aria-busy={state === 'coming'}>
          <chakra.img
            key={`${page} ${tries}`}
            src={source}
            alt={`Page ${page} as it will leave, ${first} and after`}
            display="block"
            width="full"
            minHeight="320px"
            onLoad={() => setState('there')}
            onError={() => setState('failed')}
          />
        </chakra.div>
      )}
    </Section>
  )
}

function Facts({ shown }: { readonly shown: ProductionPreview }): ReactElement {
  const { documentId, controlNumber, fileName, treatment, redacted, designation, pages } = shown
  const { first, last, isExact, native, text } = shown
  return (
    <Section title="What goes out" padded>
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap="3"
        rowGap="1"
        fontSize="sm"
      >
        <Fact name="Document">
          <DocumentLink documentId={documentId} controlNumber={controlNumber} />
          <chakra.div color="muted">
            <Foreign text={fileName} />
          </chakra.div>
        </Fact>
        <Fact name="Numbers">
          <chakra.span fontFamily="mono">
            {first}
            {last !== first && ` – ${last}`}
          </chakra.span>
          {!isExact && (
            <chakra.span display="block" fontSize="xs" color="muted">
              At least: pages before it are not counted yet.
            </chakra.span>
          )}
        </Fact>
        <Fact name="Goes out as">
          {treatmentWords[treatment]}
          {redacted && treatment !== 'withheld' && ', redacted'}, {counted(pages, 'page')}
        </Fact>
        <Fact name="Designation">{designation === '' ? 'None' : <Foreign text={designation} />}</Fact>
        <Fact name="File">
          {native === null ? 'None' : <chakra.span fontFamily="mono">{native}</chakra.span>}
        </Fact>
        <Fact name="Text">
          {text === null ? 'None' : <chakra.span fontFamily="mono">{text.path}</chakra.span>}
        </Fact>
      </chakra.dl>
      {text !== null && (
        <chakra.details mt="2" fontSize="sm">
          <chakra.summary cursor="pointer">How its text begins</chakra.summary>
          {text.begins === null ? (
            <chakra.p mt="1" color="muted">
              What can be read on its redacted pages.
            </chakra.p>
          ) : text.begins.trim() === '' ? (
            <chakra.p mt="1" color="muted">
              The file is empty: the document has no text.
            </chakra.p>
          ) : (
            <chakra.pre
              mt="1"
              maxHeight="240px"
              overflow="auto"
              whiteSpace="pre-wrap"
              fontSize="xs"
              tabIndex={0}
            >
              <Foreign text={text.begins} />
            </chakra.pre>
          )}
        </chakra.details>
      )}
    </Section>
  )
}

function LoadFileRow({ shown: { row } }: { readonly shown: ProductionPreview }): ReactElement {
  return (
    <Section title="Row of the load file" padded>
      <chakra.dl
        display="grid"
        gridTemplateColumns="minmax(0, 2fr) minmax(0, 3fr)"
        columnGap="3"
        rowGap="1"
        fontSize="sm"
      >
        {row.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value === '' ? <chakra.span color="faint">–</chakra.span> : <Foreign text={value} />}
          </Fact>
        ))}
      </chakra.dl>
      <chakra.p mt="2" fontSize="xs" color="muted">
        The folders of files are numbered on when the production is run.
      </chakra.p>
    </Section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement => (
  <>
    <chakra.dt color="muted" overflowWrap="anywhere">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
  </>
)
