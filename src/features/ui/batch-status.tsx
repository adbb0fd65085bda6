/** How a batch stands, as a word and a colour. */
import type { ReactElement } from 'react'
import type { BatchStatus } from '#contracts/assignments.ts'
import { Badge, type Tone } from './badge.tsx'
import type { BarTone } from './progress-bar.tsx'

const look: Readonly<Record<BatchStatus, { tone: Tone; bar: BarTone; word: string }>> = {
  NotStarted: { tone: 'neutral', bar: 'control', word: 'Not started' },
  InProgress: { tone: 'accent', bar: 'accent', word: 'In progress' },
  Pending: { tone: 'attention', bar: 'attentionBar', word: 'Pending' },
  Completed: { tone: 'ok', bar: 'okBar', word: 'Completed' },
}

export const batchStatusWord = (status: BatchStatus): string => look[status].word

export const batchBarTone = (status: BatchStatus): BarTone => look[status].bar

export const BatchStatusBadge = ({ status }: { readonly status: BatchStatus }): ReactElement => (
  <Badge tone={look[status].tone}>{look[status].word}</Badge>
)
