import { started } from './started.ts'

/**
 * Statements of one transaction that do not need each other's answers, asked for together: they travel together, and waiting for
 * each alone costs more than most of them do. They run in the order in which they are asked for.
 *
 * Resolves with all answers. Rejects with the fault that came first, but not before all of them have settled: nothing may still
 * be asked of a transaction that is being rolled back.
 */
export async function together<T extends readonly unknown[]>(
  asked: {
    readonly [K in keyof T]: Promise<T[K]>
  },
): Promise<T> {
  const all = started(Promise.all(asked))
  await Promise.allSettled(asked)
  return (await all) as unknown as T
}
