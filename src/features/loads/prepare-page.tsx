/** A load before it begins, in three steps that can be left and come back to: files, mapping, check. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { Source } from '#contracts/collect.ts'
import { lookAt, lookedAt } from '#src/reads/collect.ts'
import { projectFields } from '#src/reads/review.ts'
import { $project } from '#src/stores/selection.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Missing, Skeleton } from '../ui/states.tsx'
import { CheckStep } from './check-step.tsx'
import { datesToChoose, mappingFaults, mappingOf, settingsOf } from './draft.ts'
import { FileStep } from './file-step.tsx'
import { MappingStep } from './mapping-step.tsx'
import { type LoadBeingPrepared, useLoad } from './use-load.ts'
import { type Step, stepNames, stepPath, steps } from './words.ts'

export function PreparePage({
  projectId,
  sourceId,
  step,
}: {
  readonly projectId: number
  readonly sourceId: number
  readonly step: Step
}): ReactElement {
  const sources = useRead(lookedAt.sources, lookAt(projectId, { about: 'sources' }))
  const source = sources.value?.find((one) => one.sourceId === sourceId)
  if (source !== undefined) return <Prepare source={source} step={step} />
  return (
    <Page title="Load with a load file" within="Collect">
      <Section>
        <Missing answer={sources} rows={8} title="The source could not be loaded" onRetry={sources.again} />
        {sources.value !== null && (
          <ErrorState
            title="There is no such source"
            message="It was deleted, or is of another project."
            action={<ButtonTo to="/overview/collect">Go to Collect</ButtonTo>}
          />
        )}
      </Section>
    </Page>
  )
}

/** Whether load files are still being looked at, so that nobody knows yet which steps are open. */
const isWaiting = ({ draft, files, rows, images }: LoadBeingPrepared): boolean =>
  draft === null
    ? files.failure === null
    : (draft.rows !== null && rows.failure === null && (rows.look === null || rows.isOld)) ||
      (draft.images !== null && images.value === null && images.failure === null)

/** What keeps the first step from going on, as a sentence; null: nothing. */
function fileFault(load: LoadBeingPrepared): string | null {
  const { draft, rows, images } = load
  if (draft === null || isWaiting(load)) return 'Load files are being looked at.'
  if (draft.rows === null && draft.images === null) return 'Choose a load file or an image list.'
  if (draft.images !== null && images.value?.fault !== null) return 'The image list cannot be read.'
  if (draft.rows === null) return null
  if (rows.look === null || rows.isOld || rows.look.fault !== null)
    return 'The load file cannot be read like this.'
  const isOpen =
    rows.dialect !== null &&
    datesToChoose(rows.look.columns, rows.dialect).some(({ chosen }) => chosen === null)
  return isOpen ? 'Choose how dates are to be read.' : null
}

function Prepare({ source, step }: { readonly source: Source; readonly step: Step }): ReactElement {
  const { sourceId, name } = source
  const load = useLoad(sourceId)
  const zone = useUnit($project)?.settings.timeZone ?? 'UTC'
  const fields = useRead(projectFields, {})
  const { draft, rows, files } = load
  const coding = (fields.value ?? []).filter(({ kind }) => kind === 'coding')
  const fault = fileFault(load)
  const mapping =
    draft !== null && draft.rows !== null && rows.look !== null ? mappingOf(draft, rows.look) : []
  const names = new Set(
    coding.flatMap((field) => [field.name.toLowerCase(), field.displayName.toLowerCase()]),
  )
  const faults = draft === null ? null : mappingFaults(draft, mapping, names)
  const settings =
    draft === null || faults === null || fault !== null
      ? null
      : settingsOf(draft, rows.dialect, mapping, faults, zone)
  // A step is reached once nothing is left of those before it, also by its address.
  const open: readonly Step[] = fault !== null ? ['file'] : settings === null ? ['file', 'map'] : steps
  const at = open.includes(step) ? step : (open.at(-1) ?? 'file')
  const frame = (actions: ReactNode, children: ReactNode) => (
    <Page
      title="Load with a load file"
      within="Collect"
      above={
        <chakra.p fontSize="sm">
          <Link to="/overview/collect">Collect</Link> ·{' '}
          <Link to={`/overview/collect?source=${sourceId}`}>
            <Foreign text={name} />
          </Link>
        </chakra.p>
      }
      lead={
        files.value === null
          ? 'Load files are being looked for.'
          : `${counted(files.value.waiting, 'file waits', 'files wait')}. Nothing is changed before you load.`
      }
      actions={actions}
      nav={<Steps sourceId={sourceId} open={open} at={at} />}
    >
      {children}
    </Page>
  )
  if (draft === null || files.value === null || faults === null || (step !== 'file' && isWaiting(load)))
    return frame(
      null,
      <Section>
        {files.value === null ? (
          <Missing answer={files} rows={8} title="Load files could not be looked for" onRetry={files.again} />
        ) : (
          <Skeleton rows={8} />
        )}
      </Section>,
    )
  if (files.value.data.length === 0)
    return frame(
      null,
      <Section>
        <EmptyState
          icon="file"
          title="No load file waits in this source"
          action={<ButtonTo to={`/overview/collect?source=${sourceId}`}>Back to the source</ButtonTo>}
        >
          A load file is delimited text (DAT, CSV, TXT), EDRM XML, or a list of page images (OPT, LFP). Add
          all files of the delivery to this source, the folders as they came. Only files that wait are found:
          a source that processes automatically leaves none.
        </EmptyState>
      </Section>,
    )
  // What is put right there does not lead away from there: the address says where one is.
  if (at !== step) return <Navigate replace to={stepPath(sourceId, at)} />
  if (at === 'check' && settings !== null)
    return frame(
      <ButtonTo to={stepPath(sourceId, 'map')}>Back</ButtonTo>,
      <CheckStep sourceId={sourceId} source={name} settings={settings} />,
    )
  if (at === 'map')
    return frame(
      <>
        <ButtonTo to={stepPath(sourceId, 'file')}>Back</ButtonTo>
        <NextTo key="check" to={stepPath(sourceId, 'check')} isOpen={settings !== null} label="Next: check" />
      </>,
      <MappingStep
        draft={draft}
        mapping={mapping}
        faults={faults}
        fields={coding}
        zone={zone}
        custodian={source.custodian}
        change={load.change}
        fill={load.fill}
      />,
    )
  return frame(
    <>
      <Button icon="retry" onClick={load.beginAnew}>
        Begin anew
      </Button>
      <NextTo
        key="map"
        to={stepPath(sourceId, 'map')}
        isOpen={fault === null}
        label="Next: mapping"
        why={fault}
      />
    </>,
    <FileStep load={load} draft={draft} files={files.value} />,
  )
}

/**
 * Leads on; while something is in the way it says what. Each step has one of its own (by its key): used, it is gone, and the
 * heading takes the focus, so that a second Enter does not skip the next step.
 */
function NextTo({
  to,
  isOpen,
  label,
  why = null,
}: {
  readonly to: string
  readonly isOpen: boolean
  readonly label: string
  readonly why?: string | null
}): ReactElement {
  if (isOpen)
    return (
      <ButtonTo to={to} look="primary">
        {label}
      </ButtonTo>
    )
  return (
    <Button look="primary" disabled title={why ?? 'Something has to be put right first.'}>
      {label}
    </Button>
  )
}

function Steps({
  sourceId,
  open,
  at,
}: {
  readonly sourceId: number
  readonly open: readonly Step[]
  readonly at: Step
}): ReactElement {
  return (
    <chakra.nav aria-label="Steps of the load" mb="5" borderBottomWidth="1px" borderColor="line">
      <chakra.ul display="flex" listStyleType="none">
        {steps.map((step) => (
          <li key={step}>
            <chakra.span
              display="flex"
              height="36px"
              alignItems="center"
              borderBottomWidth="2px"
              borderColor={step === at ? 'accent' : 'transparent'}
              css={{
                '& > *': { px: '3', color: step === at ? 'accentInk' : 'muted', textDecoration: 'none' },
                '& > a:hover': { color: 'ink' },
              }}
              fontWeight={step === at ? 600 : 400}
            >
              {open.includes(step) ? (
                <Link to={stepPath(sourceId, step)} aria-current={step === at ? 'step' : undefined}>
                  {stepNames[step]}
                </Link>
              ) : (
                <span>{stepNames[step]}</span>
              )}
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}
