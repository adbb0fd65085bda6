/** What somebody keeps under a name: in a list of one's own, or in the list that the project shares. */
import type { ProjectContext } from '../../platform/http/context.ts'

/** `listed_for` of the shared ones; else it is whose list they are in. */
export const everybody = 0

interface Listed {
  readonly listed_for: number
}

export const isShared = ({ listed_for }: Listed): boolean => listed_for === everybody

/** Whoever made it; a shared one also whoever may share. */
export const mayChange = (ctx: ProjectContext, row: Listed & { readonly made_by: number }): boolean =>
  row.made_by === ctx.caller.userId || (isShared(row) && ctx.can('search.share'))
