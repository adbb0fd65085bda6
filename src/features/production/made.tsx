/** A production that was run: how far it is, what it made, and how it ends. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { Production } from '#contracts/productions.ts'
import { productionDownloads, productions } from '#src/reads/production.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/input.tsx'
import { Stats } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { Documents } from './documents.tsx'
import { Downloads } from './downloads.tsx'
import { DeliverDialog, RollbackDialog, SlipDialog } from './ends.tsx'
import { Numbers } from './production-list.tsx'
import type { Frame } from './production-page.tsx'
import { Quality } from './quality.tsx'
import { Sample } from './sample.tsx'
import { Volumes } from './volumes.tsx'
import { comparePath } from './words.ts'
import { Work } from './work.tsx'

type Asking = 'deliver' | 'rollback' | 'slip' | null

export function Made({
  projectId,
  recorded: { production, settings },
  frame,
}: {
  readonly projectId: number
  readonly recorded: { readonly production: Production; readonly settings: ProductionSettings }
  readonly frame: Frame
}): ReactElement {
  const { can } = useWho()
  const [asking, setAsking] = useState<Asking>(null)
  const { productionId, name, state, job, failed } = production
  const isMade = state === 'Produced' || state === 'Delivered'
  const hasStopped = state === 'Failed' || state === 'Cancelled' || state === 'Produced'
  const actions = (
    <>
      {isMade && <CompareWith productionId={productionId} />}
      {state === 'Failed' && failed > 0 && can('production.manage') && (
        <Button onClick={() => setAsking('slip')}>Let slip sheets stand for what failed</Button>
      )}
      {hasStopped && can('production.rollback') && (
        <Button icon="undo" onClick={() => setAsking('rollback')}>
          Roll back
        </Button>
      )}
      {state === 'Produced' && can('production.deliver') && (
        <Button look="primary" icon="check" onClick={() => setAsking('deliver')}>
          Deliver
        </Button>
      )}
    </>
  )
  const close = () => setAsking(null)
  return frame(
    actions,
    <>
      <End production={production} />
      {!isMade && state !== 'RolledBack' && job !== null && (
        <Work projectId={projectId} made={{ name, state, job }} />
      )}
      <Stats
        items={[
          { label: 'Documents', value: production.documents === null ? '–' : number(production.documents) },
          { label: 'Pages', value: production.pages === null ? '–' : number(production.pages) },
          {
            label: 'Failed',
            value: number(failed),
            note: failed > 0 ? 'Each needs a decision' : undefined,
          },
        ]}
      />
      <chakra.p>
        <chakra.span color="muted">Numbers </chakra.span>
        {production.firstNumber === null ? (
          <chakra.span color="muted">are taken once all pages are counted.</chakra.span>
        ) : (
          <Numbers production={production} />
        )}
      </chakra.p>
      {isMade && <Volumes projectId={projectId} productionId={productionId} />}
      {isMade && <Quality productionId={productionId} />}
      {isMade && <Sample production={production} />}
      {isMade && <Downloaded productionId={productionId} />}
      {state !== 'RolledBack' && (
        <Documents {...{ productionId, isMade, failed }} asOf={`${state} ${job?.done ?? 0}`} />
      )}
      {asking === 'deliver' && <DeliverDialog production={production} onClose={close} />}
      {asking === 'rollback' && <RollbackDialog production={production} onClose={close} />}
      {asking === 'slip' && (
        <SlipDialog
          {...{ productionId, name, failed }}
          begins={settings.failedSlipSheet ?? { text: 'FILE COULD NOT BE PROCESSED' }}
          onClose={close}
        />
      )}
    </>,
  )
}

function Downloaded({ productionId }: Pick<Production, 'productionId'>): ReactElement {
  return <Downloads answer={useRead(productionDownloads, { productionId }, { every: refresh })} />
}

const refresh = 20_000

/** Nothing where there is no other one. */
function CompareWith({ productionId }: Pick<Production, 'productionId'>): ReactElement | null {
  const navigate = useNavigate()
  const all = useRead(productions, {}, { once: true }).value ?? []
  const others = all.filter(
    (one) => one.productionId !== productionId && (one.state === 'Produced' || one.state === 'Delivered'),
  )
  if (others.length === 0) return null
  return (
    <chakra.div width="190px">
      <Select
        aria-label="Compare with"
        value=""
        placeholder="Compare with…"
        choices={others.map((one) => ({ value: String(one.productionId), label: one.name }))}
        onChoose={(other) => void navigate(comparePath(productionId, Number(other)))}
      />
    </chakra.div>
  )
}

/** Who made it, who delivered it, or who rolled it back. */
function End({
  production: { produced, released, delivered, rolledBack },
}: {
  readonly production: Production
}): ReactElement | null {
  if (rolledBack !== null)
    return (
      <Said>
        Rolled back by <Foreign text={rolledBack.by} />, <Ago at={rolledBack.at} />. Its files are gone.
      </Said>
    )
  if (delivered !== null)
    return (
      <Said>
        Delivered <Ago at={delivered.at} />. <Foreign text={delivered.by} /> said that it may leave,{' '}
        <Foreign text={delivered.confirmedBy} /> confirmed it. Nothing of it changes any more.
      </Said>
    )
  if (produced === null) return null
  return (
    <Said>
      Produced by <Foreign text={produced.by} />, <Ago at={produced.at} />. The volumes were read back and
      agree with the plan.
      {released !== null && (
        <>
          {' '}
          <Foreign text={released.by} /> said <Ago at={released.at} /> that it may leave: somebody else has to
          confirm that it was handed over.
        </>
      )}
    </Said>
  )
}

const Said = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <chakra.p role="status" display="flex" gap="2">
    <Icon name="info" />
    <span>{children}</span>
  </chakra.p>
)
