/** What a module of work is, and what a pool and its children say to each other. */

export interface Tools {
  /** Says what is worked on now; begins the time limit anew. Synchronous. */
  at(name: string): void
  /** Hands over a part of the result; resolves when it has been taken, so that parts never pile up. */
  emit(part: unknown): Promise<void>
}
export type Work = (task: never, tools: Tools) => Promise<unknown>

export type ToChild =
  | { readonly kind: 'run'; readonly id: number; readonly module: string; readonly task: unknown }
  | { readonly kind: 'taken'; readonly id: number }
export type FromChild =
  | { readonly kind: 'part'; readonly id: number; readonly part: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown; readonly cpuSeconds: number }
  | {
      readonly kind: 'threw'
      readonly id: number
      readonly name: string
      readonly message: string
      readonly code: string
      readonly cpuSeconds: number
    }
