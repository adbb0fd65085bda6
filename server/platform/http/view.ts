/** A person's view of a project: less than all of its documents. What it means for them is the areas' to say. */

/** What a person's groups say; `allowed` without what is denied is what they see. */
export interface Walls {
  readonly allowed: Parts
  readonly denied: Parts
}

/** Parts of a project by their ids. */
export interface Parts {
  readonly custodians: readonly number[]
  readonly sources: readonly number[]
  /** Shared folders, each with those in it. */
  readonly folders: readonly number[]
}

export interface View {
  readonly projectId: number
  /** Null: no group limits it. */
  readonly walls: Walls | null
  /** Goes up with each filing that changes what walls on folders show; 0 where there are none. */
  readonly filings: number
  /** Whose batches alone are seen; null: the view is not limited to batches. */
  readonly batchesOf: number | null
  /** Documents with redactions are not seen at all: what is under one is not for them. */
  readonly withoutRedacted: boolean
  /** But they are there as they would leave (`asTheyLeave`): what they say themselves is not. */
  readonly asTheyLeave?: true
}

/** What calls see that tell of redacted documents without a word of them; every other call knows no such document. */
export const asTheyLeave = (view: View): View =>
  view.withoutRedacted ? { ...view, asTheyLeave: true } : view

/** What all other calls see of the same project. */
export function inFullOnly({ asTheyLeave: _, ...view }: View): View {
  return view
}
