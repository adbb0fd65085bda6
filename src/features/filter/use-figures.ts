/** Figures of documents, asked for again as the choice changes and as jobs move documents. */
import { useMemo, useRef } from 'react'
import type { ChosenDocuments } from '#contracts/filter.ts'
import { type Figures, type FiguresQuestion, figures } from '#src/reads/facets.ts'
import type { Failure } from '#src/stores/answers.ts'
import type { ChartState } from '../charts/chart-card.tsx'
import { useRead } from '../ui/answer.ts'
import { useMoving } from './use-moves.ts'

/** While documents are being moved, and while nothing is. */
const pace = { moving: 2_000, resting: 30_000 } as const

export interface FiguresAnswer {
  /** The last ones that came, while others are on their way. */
  readonly value: Figures | null
  readonly failure: Failure | null
  readonly state: ChartState
}

type Asked = Pick<FiguresQuestion, 'of' | 'stage'> &
  Partial<Pick<FiguresQuestion, 'families' | 'facets' | 'histograms' | 'matrix'>>

/** How it is shown is no part of what is asked. */
function counted({ query, filter, narrowed }: ChosenDocuments): ChosenDocuments {
  const { groupBy: _, pivotOn: __, hiddenFileInfo, hiddenFileStatus, hiddenEmailInfo, ...asks } = filter
  return { query, filter: asks, narrowed }
}

export const questionOf = ({
  of,
  stage,
  families = false,
  facets = [],
  histograms = [],
  matrix = null,
}: Asked): FiguresQuestion => ({ of: counted(of), stage, families, facets, histograms, matrix })

/** null: nothing is asked. */
export function useFigures(place: string, asked: Asked | null): FiguresAnswer {
  const said = asked === null ? null : JSON.stringify(questionOf(asked))
  const question = useMemo((): FiguresQuestion | null => (said === null ? null : JSON.parse(said)), [said])
  const { moving, moved } = useMoving()
  const how = { every: moving ? pace.moving : pace.resting, asOf: moved }
  const { value, failure, again } = useRead(figures, question === null ? null : { place, question }, how)
  const last = useRef<Figures | null>(null)
  if (value !== null) last.current = value
  const shown = value ?? last.current
  return {
    value: shown,
    failure,
    state: {
      waits: shown === null,
      failure: shown === null ? failure : null,
      onRetry: again,
    },
  }
}
