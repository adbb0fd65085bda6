/**
 * What can be done with batches from the review screen, whether or not their panel is open: how it is called, its key, and
 * who may. Keys, palette, list of keys and buttons read from here.
 */
import type { Capability } from '#contracts/permission.ts'

interface Declared {
  readonly label: string
  readonly keys: string
  readonly needs?: Capability
}

export const batchActs = {
  take: { label: 'Check out the next batch', keys: 'a n', needs: 'batch.take' },
  open: { label: 'Open a batch of yours', keys: 'a o', needs: 'batch.take' },
  checkIn: { label: 'Check in the batch', keys: 'a i', needs: 'batch.take' },
  pending: { label: 'Check in the batch as pending', keys: 'a p', needs: 'batch.take' },
  leave: { label: 'All documents, not only the batch', keys: 'a d' },
  assign: { label: 'New assignment of what was found', keys: 'a c', needs: 'assignment.manage' },
} as const satisfies Readonly<Record<string, Declared>>

export type BatchActName = keyof typeof batchActs

export const batchActList = Object.entries(batchActs) as unknown as readonly (readonly [
  BatchActName,
  Declared,
])[]
