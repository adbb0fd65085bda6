/** The last look before a production may leave: a random sample of what is redacted or represented by a slip sheet. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import {
  type ProductionSample,
  type SampledDocument,
  sampleOfProduction,
} from '#contracts/production-sample.ts'
import { treatmentWords } from '#contracts/production-words.ts'
import type { Production } from '#contracts/productions.ts'
import { confidences, sampleSize } from '#contracts/sample-size.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { drawSample, lookAtSampled } from '#src/commands/production.ts'
import { productionSample } from '#src/reads/production.ts'
import { $productionSave } from '#src/stores/production.ts'
import { useFormSave } from '../fields/form-save.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { NumberLinks } from './page-link.tsx'

/** Ms: others look at it, too. */
const refresh = 10_000
const margins = [1, 2, 3, 5, 10, 20] as const

export function Sample({ production }: { readonly production: Production }): ReactElement {
  const { productionId, state, released } = production
  const answer = useRead(productionSample, { productionId }, { every: refresh })
  const { value } = answer
  const isOpen = state === 'Produced' && released === null
  const mayLook = useWho().can('production.manage') && isOpen
  return (
    <Section
      title="Visual check"
      aside={value !== null && isToTell(value, isOpen) ? <Standing sample={value} /> : undefined}
    >
      <Missing answer={answer} rows={3} title="The sample could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <>
          <Drawn production={production} sample={value} isOpen={isOpen} mayLook={mayLook} />
          {value.documents.length > 0 && (
            <Table
              label="Sample"
              rows={value.documents.map((document) => ({ production, document, mayLook }))}
              columns={columns}
              keyOf={({ document: { place } }) => place}
            />
          )}
        </>
      )}
    </Section>
  )
}

/** What went out before there were samples, or what needs none, has no standing. */
const isToTell = ({ drawn, isPassed, population }: ProductionSample, isOpen: boolean): boolean =>
  drawn !== null || (isOpen && (!isPassed || population > 0))

function Standing({
  sample: { isPassed, drawn, wrong, open: left },
}: {
  readonly sample: ProductionSample
}): ReactElement {
  if (isPassed)
    return (
      <Badge tone="ok" icon="check">
        Looked at
      </Badge>
    )
  return wrong > 0 ? (
    <Badge tone="danger" icon="error">
      {number(wrong)} wrong
    </Badge>
  ) : (
    <Badge tone="attention" icon="warning">
      {drawn === null ? 'Not drawn yet' : `${counted(left, 'document')} to look at`}
    </Badge>
  )
}

function Drawn({
  production,
  sample: { population, drawn, documents, isPassed, seesAll },
  isOpen,
  mayLook,
}: {
  readonly production: Production
  readonly sample: ProductionSample
  readonly isOpen: boolean
  readonly mayLook: boolean
}): ReactElement {
  if (drawn === null && (isPassed || !isOpen || !seesAll))
    return (
      <chakra.p px="4" py="3" color="muted">
        {isPassed
          ? 'Nothing of it is redacted or represented by a slip sheet, so there is nothing to look at.'
          : isOpen
            ? 'Documents of it are redacted or represented by slip sheets. Somebody who sees all documents of the project has to draw a sample of them before it can be delivered.'
            : 'No sample of it was drawn.'}
      </chakra.p>
    )
  const isBegun = documents.some(({ verdict }) => verdict !== null)
  return (
    <chakra.div px="4" py="3" display="flex" flexDirection="column" gap="3">
      <chakra.p color="muted">
        {counted(population, 'document')} of it {population === 1 ? 'is' : 'are'} redacted or represented by a
        slip sheet. Before the production can be delivered, somebody looks at each document of a random sample
        of them as it left: its number leads to its pages.
        {drawn !== null && (
          <>
            {' '}
            <Foreign text={drawn.by} /> has drawn {counted(drawn.size, 'document')} <Ago at={drawn.at} />, for{' '}
            {drawn.confidence}% ± {drawn.margin}%.
          </>
        )}
      </chakra.p>
      {mayLook && seesAll && !isBegun && (
        <Draw production={production} population={population} again={drawn !== null} />
      )}
    </chakra.div>
  )
}

function Draw({
  production: { productionId, name },
  population,
  again,
}: {
  readonly production: Production
  readonly population: number
  readonly again: boolean
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const [confidence, setConfidence] = useState<(typeof confidences)[number]>(
    sampleOfProduction.usual.confidence,
  )
  const [margin, setMargin] = useState<number>(sampleOfProduction.usual.margin)
  const { sending, refusal, begin } = useFormSave(last, nothing)
  return (
    <>
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <chakra.div display="flex" gap="3" alignItems="flex-end" flexWrap="wrap">
        <Field label="Confidence">
          <Select
            width="110px"
            value={String(confidence)}
            choices={confidences.map((one) => ({ value: String(one), label: `${one}%` }))}
            onChoose={(to) => setConfidence(confidences.find((one) => String(one) === to) ?? confidence)}
          />
        </Field>
        <Field label="Margin of error">
          <Select
            width="110px"
            value={String(margin)}
            choices={margins.map((one) => ({ value: String(one), label: `± ${one}%` }))}
            onChoose={(to) => setMargin(Number(to))}
          />
        </Field>
        <Button
          busy={sending}
          onClick={() => run(drawSample({ formKey: begin(), productionId, name, confidence, margin }))}
        >
          {again ? 'Draw again' : 'Draw the sample'} (
          {counted(sampleSize(population, confidence, margin), 'document')})
        </Button>
      </chakra.div>
    </>
  )
}

const nothing = () => undefined

interface Row {
  readonly production: Production
  readonly document: SampledDocument
  readonly mayLook: boolean
}

function Verdict({ production: { productionId, name }, document, mayLook }: Row): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const [asking, setAsking] = useState(false)
  const { sending, refusal, begin } = useFormSave(last, nothing)
  const { documentId, controlNumber, verdict, note, looked } = document
  return (
    <chakra.div display="flex" gap="2" alignItems="center" flexWrap="wrap" py="1">
      {verdict !== null && (
        <Badge tone={verdict === 'right' ? 'ok' : 'danger'} icon={verdict === 'right' ? 'check' : 'error'}>
          {verdict === 'right' ? 'Right' : 'Wrong'}
        </Badge>
      )}
      {mayLook && verdict !== 'right' && (
        <Button
          size="sm"
          busy={sending}
          aria-label={`${controlNumber} is right`}
          onClick={() =>
            run(
              lookAtSampled({
                ...{ formKey: begin(), productionId, name, documentId },
                ...{ verdict: 'right', note: '', seen: verdict },
              }),
            )
          }
        >
          Right
        </Button>
      )}
      {mayLook && verdict !== 'wrong' && (
        <Button size="sm" aria-label={`${controlNumber} is wrong`} onClick={() => setAsking(true)}>
          Wrong…
        </Button>
      )}
      {refusal !== null && (
        <chakra.span role="alert" fontSize="xs" color="dangerInk">
          {refusal}
        </chakra.span>
      )}
      {looked !== null && (
        <chakra.span fontSize="xs" color="muted">
          <Foreign text={looked.by} />, <Ago at={looked.at} />
          {note !== '' && (
            <>
              : <Foreign text={note} />
            </>
          )}
        </chakra.span>
      )}
      {asking && (
        <WrongDialog
          {...{ productionId, name, documentId, controlNumber, seen: verdict }}
          onClose={() => setAsking(false)}
        />
      )}
    </chakra.div>
  )
}

function WrongDialog({
  productionId,
  name,
  documentId,
  controlNumber,
  seen,
  onClose,
}: {
  readonly productionId: number
  readonly name: string
  readonly documentId: number
  readonly controlNumber: string
  readonly seen: SampledDocument['verdict']
  readonly onClose: () => void
}): ReactElement {
  const { run, last } = useUnit({ run: dispatch, last: $productionSave })
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(last, onClose)
  const fault = note.trim() === '' ? 'Say what is wrong with it: it is on the record.' : null
  return (
    <Dialog
      open
      title={`${controlNumber} is wrong`}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null)
          run(
            lookAtSampled({
              ...{ formKey: begin(), productionId, name, documentId },
              ...{ verdict: 'wrong', note: note.trim(), seen },
            }),
          )
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={sending}>
            It is wrong
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="3">
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <p>While a document of the sample is wrong, the production cannot be delivered.</p>
        <Field label="What is wrong" required error={tried ? fault : null}>
          <DraftInput
            data-first
            value={note}
            maxLength={sampleOfProduction.noteLength}
            autoComplete="off"
            onChange={setNote}
          />
        </Field>
      </chakra.div>
    </Dialog>
  )
}

const columns: readonly Column<Row>[] = [
  {
    id: 'number',
    head: 'Number',
    cell: ({ production: { productionId }, document: { documentId, first, last, pages } }) => (
      <NumberLinks {...{ documentId, productionId, first, last, pages }} />
    ),
  },
  {
    id: 'document',
    head: 'Document',
    cell: ({ document: { documentId, controlNumber, fileName } }) => (
      <chakra.div minWidth="120px" maxWidth="min(280px, 26vw)">
        <DocumentLink documentId={documentId} controlNumber={controlNumber} pane="pages" />
        <chakra.div fontSize="xs" color="faint" truncate>
          <Foreign text={fileName} />
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'goes',
    head: 'Goes out as',
    from: 'sm',
    cell: ({ document: { treatment, redacted } }) =>
      `${treatmentWords[treatment]}${redacted && treatment !== 'withheld' ? ', redacted' : ''}`,
  },
  { id: 'verdict', head: 'As it should be', cell: (row) => <Verdict {...row} /> },
]
