/** How a batch stands, as a word, a mark and a colour. */
import type { ReactElement } from 'react'
import type { BatchStatus } from '#contracts/assignments.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'
import type { BarTone } from '../ui/progress-bar.tsx'

/** In the order in which a batch goes through them, the end first. */
export const statusOrder = ['Completed', 'InProgress', 'Pending', 'NotStarted'] as const

export const statusLooks: Readonly<
  Record<
    BatchStatus,
    { readonly word: string; readonly tone: Tone; readonly icon: IconName; readonly bar: BarTone }
  >
> = {
  Completed: { word: 'Completed', tone: 'ok', icon: 'check', bar: 'okBar' },
  InProgress: { word: 'In progress', tone: 'accent', icon: 'play', bar: 'accent' },
  Pending: { word: 'Pending', tone: 'attention', icon: 'pause', bar: 'attentionBar' },
  NotStarted: { word: 'Not started', tone: 'neutral', icon: 'minus', bar: 'control' },
}

export function BatchStatusBadge({ status }: { readonly status: BatchStatus }): ReactElement {
  const { tone, icon, word } = statusLooks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
