import type { ReactElement } from 'react'
import type { Job, JobState } from '#contracts/jobs.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'
import type { BarTone } from '../ui/progress-bar.tsx'

const look: Readonly<Record<JobState, { tone: Tone; icon: IconName; word: string }>> = {
  Created: { tone: 'neutral', icon: 'jobs', word: 'Created' },
  Queued: { tone: 'neutral', icon: 'jobs', word: 'Queued' },
  Running: { tone: 'accent', icon: 'play', word: 'Running' },
  Paused: { tone: 'attention', icon: 'pause', word: 'Paused' },
  Cancelling: { tone: 'attention', icon: 'stop', word: 'Cancelling' },
  Cancelled: { tone: 'neutral', icon: 'stop', word: 'Cancelled' },
  Completed: { tone: 'ok', icon: 'check', word: 'Completed' },
  CompletedWithErrors: { tone: 'attention', icon: 'warning', word: 'With exceptions' },
  Failed: { tone: 'danger', icon: 'error', word: 'Failed' },
  RolledBack: { tone: 'neutral', icon: 'undo', word: 'Rolled back' },
}

export function JobStateBadge({ state }: { readonly state: JobState }): ReactElement {
  const { tone, icon, word } = look[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

export const stateWord = (state: JobState): string => look[state].word

/** The colour of its bar: of work that goes on, that rests, that ended well or badly. */
export function toneOf(state: JobState): BarTone {
  if (state === 'Failed') return 'dangerBar'
  if (state === 'Paused' || state === 'Cancelled') return 'control'
  return isLive(state) ? 'accent' : 'okBar'
}

export const jobKinds: Readonly<Record<Job['kind'], string>> = {
  collect: 'Collection',
  import: 'Processing',
  reindex: 'Index',
  bulk: 'Bulk change',
  assignment: 'Assignment',
  redactFind: 'Search for what to redact',
  redactTerms: 'Redaction of terms',
  production: 'Production',
  load: 'Load',
  promote: 'Promotion',
  filter: 'Filter',
  pages: 'Page images',
  ocr: 'OCR',
  summarize: 'Summaries',
  translate: 'Translation',
  transcribe: 'Transcription',
  'hash-list': 'Hash list',
  analysis: 'Analysis',
}

export const isLive = (state: JobState): boolean =>
  state === 'Created' || state === 'Queued' || state === 'Running' || state === 'Cancelling'

/** Other than the usual one, which is 0. */
export const prioritySaid = (priority: number): string =>
  `priority ${priority > 0 ? '+' : '−'}${Math.abs(priority)}`
