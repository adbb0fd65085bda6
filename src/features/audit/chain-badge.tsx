/** Whether the project's audit trail is whole: verified with one click, and exported with what it takes to prove it elsewhere. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { VerifiedChain } from '#contracts/audit.ts'
import { lookUpVerification } from '#src/commands/audit.ts'
import { usePoll } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { counted, dayAndTime, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useVerification } from './use-verification.ts'

export function ChainBadge({ projectId }: { readonly projectId: number }): ReactElement {
  const { last, running, failure, online, busy, verify } = useVerification(projectId)
  usePoll(lookUpVerification({ projectId }), busy ? 1_000 : 30_000)
  return (
    <Section
      title="Audit trail"
      aside={
        <>
          <Button size="sm" icon="check" busy={busy && online} disabled={!online} onClick={verify}>
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
            links and compares them with the signed checkpoints.
          </Said>
        ) : (
          <Outcome last={last} />
        )}
      </div>
    </Section>
  )
}

function Outcome({ last }: { readonly last: VerifiedChain }): ReactElement {
  const { rows, firstBroken, reason, verifiedAt, signed, uncovered, differences, warnings } = last
  const unnamed = differences.count - differences.first.length
  return (
    <>
      {firstBroken === null && differences.count > 0 ? (
        <>
          <Said icon="error" tone="danger" word={counted(differences.count, 'difference')}>
            The chain holds to row {number(rows)}, but the records differ from it. Verified{' '}
            {dayAndTime(verifiedAt)}.
          </Said>
          <chakra.ul mt="1" maxHeight="40" overflowY="auto" tabIndex={0} aria-label="Differences">
            {[...new Set(differences.first)].map((text) => (
              <li key={text}>{text}</li>
            ))}
            {unnamed > 0 && <li>and {number(unnamed)} more</li>}
          </chakra.ul>
        </>
      ) : firstBroken === null ? (
        <Said icon="ok" tone="ok" word="Holds">
          Verified to row {number(rows)}, {dayAndTime(verifiedAt)}.
          {warnings.length === 0 && ' Coding, tags, batches and their history match it.'}
        </Said>
      ) : (
        <Said icon="error" tone="danger" word={`Broken at row ${number(firstBroken)}`}>
          {reason === null ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. `}
          {firstBroken > 1 && `Rows 1 to ${number(firstBroken - 1)} are linked as they should be. `}
          Verified {dayAndTime(verifiedAt)}.
        </Said>
      )}
      {warnings.map((text) => (
        <Said key={text} icon="warning" tone="attention" word="Warning">
          {text}
        </Said>
      ))}
      <chakra.p mt="1" fontSize="xs" color="muted">
        {signed.key === null ? (
          'No head of it has been signed yet.'
        ) : (
          <>
            {counted(signed.checked, 'signed head')} {signed.checked === 1 ? 'fits' : 'fit'}, the last of{' '}
            {signed.lastAt === null ? '' : dayAndTime(signed.lastAt)}; signed by the key{' '}
            <code title={signed.key}>{signed.key.slice(0, 16)}…</code>
            {uncovered !== null &&
              `. Rows ${number(uncovered.from)} to ${number(uncovered.to)} are newer than it: the next one covers them, within five minutes.`}
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
