/** One production: prepared, checked and run, and what became of it. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Production } from '#contracts/productions.ts'
import { productionSettings } from '#src/reads/production.ts'
import { useRead } from '../ui/answer.ts'
import { Page, Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Check } from './check.tsx'
import { Made } from './made.tsx'
import { Prepare } from './prepare.tsx'
import { Preview } from './preview.tsx'
import { StateBadge } from './production-list.tsx'
import { isPrepared, productionPath, productionsPath, type Step } from './words.ts'

/** Ms between looks: while its job is at work, and else. */
const often = 1_500
const seldom = 20_000

const titles: Readonly<Record<Step, string>> = {
  prepare: 'Prepare',
  preview: 'Preview',
  check: 'Check and run',
  made: 'What was made',
}

export function ProductionPage({
  projectId,
  productionId,
  step,
}: {
  readonly projectId: number
  readonly productionId: number
  /** As the address names it; null: the one that it is at. */
  readonly step: Step | null
}): ReactElement {
  const answer = useRead(
    productionSettings,
    { productionId },
    { every: (held) => (held?.production.state === 'Running' ? often : seldom) },
  )
  const { value } = answer
  if (value === null)
    return (
      <Page title="Production" above={<Back />}>
        <Section>
          <Missing
            answer={answer}
            rows={8}
            title="The production could not be loaded"
            onRetry={answer.again}
          />
        </Section>
      </Page>
    )
  const { production } = value
  const open: readonly Step[] = isPrepared(production.state)
    ? ['prepare', 'preview', 'check']
    : ['made', 'prepare']
  const at = open.find((one) => one === step) ?? open[0] ?? 'prepare'
  const frame = (actions: ReactNode, children: ReactNode) => (
    <Page
      title={production.name}
      within="Productions"
      above={<Back />}
      lead={<StateBadge state={production.state} />}
      actions={actions}
      nav={<Steps production={production} steps={open} at={at} />}
    >
      {children}
    </Page>
  )
  if (at === 'prepare') return <Prepare key={productionId} recorded={value} frame={frame} />
  if (at === 'preview') return <Preview projectId={projectId} recorded={value} frame={frame} />
  if (at === 'check') return <Check recorded={value} frame={frame} />
  return <Made projectId={projectId} recorded={value} frame={frame} />
}

export type Frame = (actions: ReactNode, children: ReactNode) => ReactElement

const Back = (): ReactElement => (
  <chakra.p fontSize="sm">
    <Link to={productionsPath}>Productions</Link>
  </chakra.p>
)

/** As PageLinks, by what stands behind the question mark. */
function Steps({
  production: { productionId, state },
  steps,
  at,
}: {
  readonly production: Production
  readonly steps: readonly Step[]
  readonly at: Step
}): ReactElement {
  return (
    <chakra.nav aria-label="Steps of the production" mb="5" borderBottomWidth="1px" borderColor="line">
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
                '& a': { px: '3', color: step === at ? 'accentInk' : 'muted', textDecoration: 'none' },
                '& a:hover': { color: 'ink' },
              }}
              fontWeight={step === at ? 600 : 400}
            >
              <Link to={productionPath(productionId, step)} aria-current={step === at ? 'page' : undefined}>
                {step === 'prepare' && !isPrepared(state) ? 'Settings' : titles[step]}
              </Link>
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}
