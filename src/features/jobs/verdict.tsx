/** What may be said of the reconciliation of jobs: that it holds only where the work came to its end and nothing is missing. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { hasEnded, type Job, type JobState, type NotRead } from '#contracts/jobs.ts'
import { counted, fileSize } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { isLive } from './job-state.tsx'

/** `open`: the work goes on; `stopped`: it does not, and came to no end. Of neither it is known what is missing. */
export type Verdict = 'holds' | 'lost' | 'open' | 'stopped'

export function verdictOf(state: JobState, unexplained: number): Verdict {
  if (hasEnded(state)) return unexplained === 0 ? 'holds' : 'lost'
  return isLive(state) ? 'open' : 'stopped'
}

const look: Readonly<Record<Verdict, { icon: IconName; background: string; color: string }>> = {
  holds: { icon: 'ok', background: 'okGround', color: 'okInk' },
  lost: { icon: 'error', background: 'dangerGround', color: 'dangerInk' },
  open: { icon: 'jobs', background: 'sunken', color: 'muted' },
  stopped: { icon: 'warning', background: 'attentionGround', color: 'attentionInk' },
}

export function VerdictLine({
  verdict,
  children,
}: {
  readonly verdict: Verdict
  readonly children: ReactNode
}): ReactElement {
  const { icon, background, color } = look[verdict]
  return (
    <chakra.div
      role="status"
      display="flex"
      alignItems="center"
      gap="2"
      px="4"
      py="2"
      background={background}
      color={color}
    >
      <Icon name={icon} />
      <span>{children}</span>
    </chakra.div>
  )
}

export type StandingJob = Pick<Job, 'state' | 'overtaken' | 'message'>

/** Of a job that has not come to its end: why, and what gets it there. */
export function notSettled({ state, overtaken, message }: StandingJob): {
  readonly why: string
  readonly advice: string
} {
  if (isLive(state)) return { why: 'Not settled yet: the job is not at its end.', advice: '' }
  // Nothing gets one there that was overtaken: its message says what stays.
  const adviceOf = (act: string) => (overtaken ? (message ?? '') : `${act} it: it goes on from there.`)
  const resume = adviceOf('Resume')
  if (state === 'Paused') return { why: 'Not settled: the job is paused.', advice: resume }
  if (state === 'Cancelled')
    return { why: 'Not settled: the job was cancelled before its end.', advice: resume }
  return {
    why: 'Not settled: the job failed before its end.',
    advice: adviceOf('Retry'),
  }
}

/** So many files, and how much is left of them: one may be read in part. */
export const amount = ({ files, bytes }: NotRead): string =>
  `${counted(files, 'file')} (${fileSize(bytes)} left)`

/** How many are missing of what came in; below zero, how many more there are of it than came in. */
export const amiss = (unexplained: number, what: string): string =>
  `${counted(Math.abs(unexplained), what)} ${amissWord(unexplained)}`

export const amissWord = (unexplained: number): string =>
  unexplained < 0 ? 'accounted for twice' : 'not accounted for'

/** Of what failed in a source that was read to its end, where its job has not come to an end again. */
export const triedAgain = (isLive: boolean): string => `${isLive ? 'is' : 'was'} being tried again`
