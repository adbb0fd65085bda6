export interface DirectionFaults {
  /** How many were seen. */
  readonly modules: number
  /** A line each. */
  readonly faults: readonly string[]
}
export function directionFaults(baseDir: string): Promise<DirectionFaults>
