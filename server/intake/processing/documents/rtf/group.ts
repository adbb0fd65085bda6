/** The state of RTF while it is read. */
import type { Treatment } from './destinations.ts'

/** What holds in a group until it ends, and in those inside. */
export interface Group {
  readonly destination: string
  readonly treatment: Treatment
  readonly font: number
  readonly asianFont: number | null
  readonly asian: boolean
  /** Characters behind a `\u` that repeat it for programs without Unicode. */
  readonly fallback: number
  readonly hidden: boolean
  readonly deleted: boolean
  /** Repeated as HTML, or only there for RTF: not shown. */
  readonly unshown: boolean
  /** What holds outside of a pair that says the same twice. */
  readonly outside: Pick<Group, 'destination' | 'treatment'> | null
}

export const firstGroup: Group = {
  destination: '',
  treatment: 'flow',
  font: -1,
  asianFont: null,
  asian: false,
  fallback: 1,
  hidden: false,
  deleted: false,
  unshown: false,
  outside: null,
}
