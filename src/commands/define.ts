/** Declares a command: an intent with its schema, its decision, its inverse and its words, side by side. */
import type * as z from 'zod/mini'
import type { Capability } from '#contracts/permission.ts'
import type { Done, Draft } from '../events/envelope.ts'
import type { RootState } from '../stores/root.ts'

/** What the UI and the effects dispatch. */
export interface CommandInput<P = unknown> {
  readonly type: string
  readonly payload: P
}

/** A decision's no, with its reason for people and for the timeline. */
export interface Rejection {
  readonly rejected: string
}
export const reject = (reason: string): Rejection => ({ rejected: reason })
export const isRejection = (decided: object): decided is Rejection => 'rejected' in decided

/** All that a decision may know besides state and payload. Nothing here reads a clock or chance by itself. */
export interface DecideContext {
  readonly now: Date
  readonly newId: () => string
  readonly tabId: string
  readonly userId: number | null
  readonly projectId: number | null
  readonly can: (capability: Capability) => boolean
  /** For commands that are decided by other commands (undo); given by the bus. */
  readonly kernel?: DecideKernel
}

export interface DecideKernel {
  /** What would undo these envelopes, as the command that made them says; null: nothing. */
  readonly inverse: (type: string, done: readonly Done[], state: RootState) => CommandInput | null
  /** Validates and decides, appends nothing. */
  readonly decide: (input: CommandInput, state: RootState) => readonly Draft[] | Rejection
  /** The state as it would be after these drafts. */
  readonly preview: (state: RootState, drafts: readonly Draft[]) => RootState
}

/** `step`: its own undo step; `merge`: joins the step before of the same group key; `never`: not undoable. */
export type Capture = 'step' | 'merge' | 'never'

export interface CommandDef<T extends string = string, P = unknown> {
  readonly type: T
  readonly payload: z.ZodMiniType<P>
  /** Payload keys that never enter an envelope, a message or an export (passwords, codes, tokens). */
  readonly secret: readonly string[]
  readonly capture: Capture
  /** Pure: the same state, payload and context give the same drafts. */
  readonly decide: (state: RootState, payload: P, ctx: DecideContext) => readonly Draft[] | Rejection
  /**
   * The command that undoes what these envelopes did, or null where nothing is to be undone. They are all that one
   * command did to one stream, in order; of `merge` commands, all that merged into the step (the first holds the value
   * before). They may also be what a redo or an undo did by a command of this type.
   */
  readonly inverse?: (done: readonly Done[], state: RootState) => CommandInput | null
  /** For `merge`: typing with an equal key goes on in the same place. Absent: never merged. */
  readonly mergeKey?: (payload: P) => string
  /** 'Set Responsive to Yes': for the timeline and the undo menu. No secrets, no document text. */
  readonly label: (payload: P, state: RootState, tabId: string) => string
  /** 'j', 'Ctrl+S', 'Shift+Enter': keyboard, menu and palette read this one registry. */
  readonly shortcut?: string
  /** In the palette and the key list, under this heading. */
  readonly group?: string
}

export type CommandMaker<T extends string, P> = CommandDef<T, P> & ((payload: P) => CommandInput<P>)

type Declared<T extends string, P> = Omit<CommandDef<T, P>, 'secret'> & {
  readonly secret?: readonly string[]
}

export function command<T extends string, P>(declared: Declared<T, P>): CommandMaker<T, P> {
  const make = (payload: P): CommandInput<P> => ({ type: declared.type, payload })
  return Object.assign(make, { ...declared, secret: declared.secret ?? [] })
}
