/** Whether the project's audit trail is whole: verified with one click, and exported with what it takes to prove it elsewhere. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { VerifiedChain } from '#contracts/audit.ts'
import { lookUpVerification, verifyChain } from '#src/commands/audit.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Failure } from '#src/stores/answers.ts'
import { chainKey, chainStandings } from '#src/stores/audit.ts'
import { $online } from '#src/stores/network.ts'
import { useAnswer, usePoll } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { counted, dayAndTime, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

/** What was known when it was asked for: until that changes, the answer is still to come. */
interface Asked {
  readonly verifiedAt: string | null
  readonly failure: Failure | null
}

export function ChainBadge({ projectId }: { readonly projectId: number }): ReactElement {
  const { run, online } = useUnit({ run: dispatch, online: $online })
  const { value: standing, failure } = useAnswer(chainStandings, chainKey(projectId))
  const [asked, setAsked] = useState<Asked | null>(null)
  const last = standing?.last ?? null
  const verifiedAt = last?.verifiedAt ?? null
  const awaited = asked !== null && asked.verifiedAt === verifiedAt && asked.failure === failure
  const running = standing?.running ?? null
  const busy = running !== null || awaited
  usePoll(lookUpVerification({ projectId }), busy ? 1_000 : 30_000)
  return (
    <Section
      title="Audit trail"
      aside={
        <>
          <Button
            size="sm"
            icon="check"
            busy={busy && online}
            disabled={!online}
            onClick={() => {
              setAsked({ verifiedAt, failure })
              run(verifyChain({ projectId }))
            }}
          >
            Verify
          </Button>
          {online ? (
            <ButtonLink
              size="sm"
              icon="download"
              href={`/rest/review/auditing-history/export?projectId=${projectId}`}
              download
            >
              Export
            </ButtonLink>
          ) : (
            <Button size="sm" icon="download" disabled>
              Export
            </Button>
          )}
        </>
      }
      padded
    >
      <div aria-live="polite">
        {!online ? (
          <Said icon="offline" tone="neutral" word="Offline">
            The trail is verified by the server, once it can be reached again.
          </Said>
        ) : busy ? (
          <ProgressBar
            label="Rows verified"
            done={running?.rows ?? 0}
            all={running?.total ?? 0}
            rate={running?.rate ?? null}
            secondsLeft={running?.secondsLeft ?? null}
          />
        ) : failure !== null ? (
          <Said icon="warning" tone="attention" word="Not verified">
            {failure.message}
          </Said>
        ) : last === null ? (
          <Said icon="info" tone="neutral" word="Not verified yet">
            Every act in this project is a row that is linked to the one before it. Verifying recomputes all
            links and compares them with the signed heads.
          </Said>
        ) : (
          <Outcome last={last} />
        )}
      </div>
    </Section>
  )
}

function Outcome({ last }: { readonly last: VerifiedChain }): ReactElement {
  const { rows, firstBroken, reason, verifiedAt, signed } = last
  return (
    <>
      {firstBroken === null ? (
        <Said icon="ok" tone="ok" word="Holds">
          Verified to row {number(rows)}, {dayAndTime(verifiedAt)}.
        </Said>
      ) : (
        <Said icon="error" tone="danger" word={`Broken at row ${number(firstBroken)}`}>
          {reason === null ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. `}
          {firstBroken > 1 && `Rows 1 to ${number(firstBroken - 1)} are linked as they should be. `}
          Verified {dayAndTime(verifiedAt)}.
        </Said>
      )}
      <chakra.p mt="1" fontSize="xs" color="muted">
        {signed.key === null ? (
          'No head of it has been signed yet; that is done once a day, and with each export.'
        ) : (
          <>
            {counted(signed.checked, 'signed head')} {signed.checked === 1 ? 'fits' : 'fit'}, the last of{' '}
            {signed.lastAt === null ? '' : dayAndTime(signed.lastAt)}; signed by the key{' '}
            <code title={signed.key}>{signed.key.slice(0, 16)}…</code>
          </>
        )}
        {signed.unreadable > 0 &&
          ` ${counted(signed.unreadable, 'line')} of the heads that are kept beside the records cannot be read.`}
      </chakra.p>
    </>
  )
}

function Said({
  icon,
  tone,
  word,
  children,
}: {
  readonly icon: 'ok' | 'error' | 'warning' | 'info' | 'offline'
  readonly tone: 'ok' | 'danger' | 'attention' | 'neutral'
  readonly word: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.p wordBreak="break-word">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>{' '}
      {children}
    </chakra.p>
  )
}
