/** Two productions side by side: what each has, and how what both have differs. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { pathOf } from '#contracts/call.ts'
import {
  type Comparison,
  type ComparisonKind,
  comparisonFile,
  comparisonKinds,
} from '#contracts/production-comparison.ts'
import { comparisonWords } from '#contracts/production-words.ts'
import { productions, productionsCompared } from '#src/reads/production.ts'
import { NoProject } from '../project/no-project.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Page, Section } from '../ui/page.tsx'
import { DeniedState, EmptyState, Missing } from '../ui/states.tsx'
import { ComparedDocuments } from './compared-documents.tsx'
import { StateBadge } from './production-list.tsx'
import { comparePath, productionPath, productionsPath } from './words.ts'

export function CompareScreen(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy('A project manager can give you a role that sees productions.')
  const [params] = useSearchParams()
  if (who.projectId === null)
    return <NoProject icon="compare">Here two productions of a project stand side by side.</NoProject>
  if (!who.can('production.view')) return <DeniedState page what="productions" grantedBy={grantedBy} />
  const [first, second] = ['production', 'with'].map((name) => idIn(params.get(name)))
  return (
    <Page
      title="Compare productions"
      within="Productions"
      above={
        <chakra.p fontSize="sm">
          <Link to={productionsPath}>Productions</Link>
        </chakra.p>
      }
    >
      <Choose first={first ?? null} second={second ?? null} />
      {first != null && second != null && first !== second && (
        <Compared key={`${first} ${second}`} projectId={who.projectId} first={first} second={second} />
      )}
    </Page>
  )
}

const idIn = (text: string | null): number | null => {
  const value = Number(text ?? '')
  return Number.isSafeInteger(value) && value > 0 ? value : null
}

/** Which two: those that were produced, and were not taken back. */
function Choose({
  first,
  second,
}: {
  readonly first: number | null
  readonly second: number | null
}): ReactElement {
  const navigate = useNavigate()
  const answer = useRead(productions, {})
  const made = answer.value?.filter(({ state }) => state === 'Produced' || state === 'Delivered') ?? []
  if (answer.value !== null && made.length < 2)
    return (
      <Section>
        <EmptyState icon="compare" title="There are no two productions to compare">
          Two are compared once both have been produced.
        </EmptyState>
      </Section>
    )
  const choices = made.map(({ productionId, name }) => ({ value: String(productionId), label: name }))
  const choose = (one: number | null, other: number | null) =>
    void navigate(
      one !== null && other !== null
        ? comparePath(one, other)
        : `${productionsPath}/compare?${one === null ? `with=${other}` : `production=${one}`}`,
      { replace: true },
    )
  const both = [
    { label: 'First production', value: first, not: second, onChoose: (id: number) => choose(id, second) },
    { label: 'Second production', value: second, not: first, onChoose: (id: number) => choose(first, id) },
  ]
  return (
    <>
      <Missing answer={answer} rows={1} title="Productions could not be loaded" onRetry={answer.again} />
      {answer.value !== null && (
        <chakra.div display="flex" gap="4" flexWrap="wrap">
          {both.map(({ label, value, not, onChoose }) => (
            <chakra.div key={label} width="min(340px, 100%)">
              <Field label={label}>
                <Select
                  value={value === null ? '' : String(value)}
                  placeholder="Choose a production"
                  choices={choices.filter((choice) => choice.value !== String(not))}
                  onChoose={(to) => onChoose(Number(to))}
                />
              </Field>
            </chakra.div>
          ))}
        </chakra.div>
      )}
    </>
  )
}

function Compared({
  projectId,
  first,
  second,
}: {
  readonly projectId: number
  readonly first: number
  readonly second: number
}): ReactElement {
  const [kind, setKind] = useState<ComparisonKind | null>(null)
  const [field, setField] = useState<string | null>(null)
  const answer = useRead(productionsCompared, { productionId: first, otherId: second })
  const { value } = answer
  if (value === null)
    return (
      <Section>
        <Missing
          answer={answer}
          rows={8}
          title="The productions could not be compared"
          onRetry={answer.again}
        />
      </Section>
    )
  const only =
    (kind === null ? '' : `&kind=${kind}`) + (field === null ? '' : `&field=${encodeURIComponent(field)}`)
  const file = `${pathOf(comparisonFile)}?projectId=${projectId}&productionId=${first}&otherId=${second}${only}`
  return (
    <>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        {[value.first, value.second].map((one, at) => (
          <Side key={one.productionId} production={one} which={at === 0 ? 'First' : 'Second'} />
        ))}
      </chakra.div>
      <Section
        title="What differs"
        aside={
          <ButtonLink size="sm" icon="download" href={file} download>
            CSV
          </ButtonLink>
        }
        padded
      >
        <chakra.div display="flex" flexDirection="column" gap="3">
          <Kinds
            value={value}
            kind={kind}
            onChoose={(to) => {
              setKind(to)
              setField(null)
            }}
          />
          {value.fields.length > 0 && (
            <chakra.div width="min(340px, 100%)">
              <Select
                aria-label="Field that differs"
                value={field ?? 'all'}
                choices={[
                  { value: 'all', label: 'Any field' },
                  ...value.fields.map(({ source, name, documents }) => ({
                    value: source,
                    label: `${name} (${counted(documents, 'document')})`,
                  })),
                ]}
                onChoose={(to) => {
                  setField(to === 'all' ? null : to)
                  setKind(to === 'all' ? kind : 'fields')
                }}
              />
            </chakra.div>
          )}
          <NotCompared value={value} />
        </chakra.div>
      </Section>
      <ComparedDocuments
        key={`${kind} ${field}`}
        comparison={value}
        asked={{ productionId: first, otherId: second, kind, field }}
      />
    </>
  )
}

function Side({
  production: { productionId, name, state, firstNumber, lastNumber, documents },
  which,
}: {
  readonly production: Comparison['first']
  readonly which: string
}): ReactElement {
  return (
    <chakra.section
      aria-label={`${which} production`}
      background="surface"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      px="4"
      py="3"
      minWidth="0"
    >
      <chakra.div fontSize="xs" color="faint">
        {which}
      </chakra.div>
      <chakra.div display="flex" gap="2" alignItems="center">
        <chakra.h2 fontSize="md" flex="1" minWidth="0" overflowWrap="anywhere">
          <Link to={productionPath(productionId, 'made')}>
            <Foreign text={name} />
          </Link>
        </chakra.h2>
        <StateBadge state={state} />
      </chakra.div>
      <chakra.div color="muted" fontSize="sm" overflowWrap="anywhere">
        {counted(documents, 'document')}
        {firstNumber !== null && (
          <>
            {' · '}
            <chakra.span fontFamily="mono">
              {firstNumber} – {lastNumber}
            </chakra.span>
          </>
        )}
      </chakra.div>
    </chakra.section>
  )
}

function Kinds({
  value: { counts, first, second },
  kind,
  onChoose,
}: {
  readonly value: Comparison
  readonly kind: ComparisonKind | null
  readonly onChoose: (kind: ComparisonKind | null) => void
}): ReactElement {
  const all = first.documents + counts.onlySecond
  const title = (one: ComparisonKind): string | undefined =>
    one === 'onlyFirst'
      ? `Only in ${first.name}`
      : one === 'onlySecond'
        ? `Only in ${second.name}`
        : undefined
  return (
    <chakra.div role="group" aria-label="Documents to show" display="flex" flexWrap="wrap" gap="1">
      <Button look="quiet" size="sm" aria-pressed={kind === null} onClick={() => onChoose(null)}>
        All <chakra.span color="faint">{number(all)}</chakra.span>
      </Button>
      {comparisonKinds.map((one) => (
        <Button
          key={one}
          look="quiet"
          size="sm"
          title={title(one)}
          aria-pressed={kind === one}
          disabled={counts[one] === 0}
          onClick={() => onChoose(one)}
        >
          {one === 'same' ? 'Nothing differs' : comparisonWords[one]}{' '}
          <chakra.span color="faint">{number(counts[one])}</chakra.span>
        </Button>
      ))}
    </chakra.div>
  )
}

/** What is not among the differences, and why. */
function NotCompared({
  value: { fieldsCompared, pagesCompared, onlyFirstFields, onlySecondFields, first, second },
}: {
  readonly value: Comparison
}): ReactElement | null {
  const said = [
    ...(fieldsCompared === 'part'
      ? ['You see a part of the project: values of fields are not compared.']
      : []),
    ...(fieldsCompared === 'notKept'
      ? ['One of them was made before values were kept: fields and texts are not compared.']
      : []),
    ...(pagesCompared === 'notKept'
      ? ['One of them was made before it was kept what pages show: they are only counted.']
      : []),
    ...(pagesCompared === 'otherStamps'
      ? [
          'Their pages are endorsed in different places, so page images cannot be compared: pages are only counted.',
        ]
      : []),
    ...(onlyFirstFields.length > 0
      ? [`Only ${first.name} has the fields ${onlyFirstFields.join(', ')}.`]
      : []),
    ...(onlySecondFields.length > 0
      ? [`Only ${second.name} has the fields ${onlySecondFields.join(', ')}.`]
      : []),
  ]
  if (said.length === 0) return null
  return (
    <chakra.ul listStyleType="none" fontSize="sm" color="muted" overflowWrap="anywhere">
      {said.map((sentence) => (
        <li key={sentence}>
          <Foreign text={sentence} />
        </li>
      ))}
    </chakra.ul>
  )
}
