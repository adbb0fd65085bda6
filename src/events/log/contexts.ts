/** Which row it is that a value was sealed for: what was sealed for one is not read as another. */
import type { Snapshot } from './log.ts'

export const tailContext = (streamKey: string): string => `tail ${streamKey}`
export const segmentContext = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `segment ${from}-${to}`
export const outboxContext = (id: string): string => `outbox ${id}`
export const snapshotContext = ({ name, version, seq }: Omit<Snapshot, 'state'>): string =>
  `snapshot ${name} ${version} ${seq}`
export const quarantineContext = (seq: number): string => `quarantine ${seq}`
