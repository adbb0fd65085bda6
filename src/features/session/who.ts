/** Who looks, at what, and what they may do: for showing what is possible. The server decides each call again. */
import { useUnit } from 'effector-react'
import { accountCan, type Capability, type RoleName, roleRanks } from '#contracts/permission.ts'
import { $choice, $project, $selection, mayIn } from '#src/stores/selection.ts'
import { $session } from '#src/stores/session.ts'
import { $tabId } from '#src/stores/tab.ts'

export interface Who {
  readonly isAuth: boolean
  readonly hasToken: boolean
  readonly acceptedTerms: boolean
  readonly userId: number | null
  readonly userName: string
  readonly email: string
  /** As an address that shows it; null: none. */
  readonly photo: string | null
  readonly roleName: RoleName | null
  /** Of the account, whatever project is open. */
  readonly rank: number
  readonly version: string
  readonly clientId: number | null
  readonly projectId: number | null
  readonly projectName: string
  readonly companyName: string
  /** In the open project, or of the account where none is open. */
  readonly can: (capability: Capability) => boolean
  /** By the account's own role. */
  readonly accountCan: (capability: Capability) => boolean
}

export function useWho(): Who {
  const { session, selection, tabId, choice, project } = useUnit({
    session: $session,
    selection: $selection,
    tabId: $tabId,
    choice: $choice,
    project: $project,
  })
  const rank = session.roleName === null ? roleRanks.Default : roleRanks[session.roleName]
  return {
    isAuth: session.isAuth,
    hasToken: session.hasToken,
    acceptedTerms: session.acceptedCurrentVersion && session.accepted !== false,
    userId: session.userId,
    userName: session.profile?.userName ?? '',
    email: session.profile?.userEmail ?? '',
    photo: session.profile?.userPhotoUrl ?? null,
    roleName: session.roleName,
    rank,
    version: session.version,
    clientId: choice.clientId,
    projectId: choice.projectId,
    projectName: project?.projectName ?? '',
    companyName: project?.companyName ?? '',
    can: (capability) => mayIn(selection, session, tabId, capability),
    accountCan: (capability) => session.roleName !== null && accountCan(session.roleName, capability),
  }
}

/** Whether the open project is archived: what everybody else may change is not offered there. */
export const useIsArchived = (): boolean => useUnit($project)?.archivedAt != null

/** Why something is not possible here: the archive comes before any role, which would not help. */
export function useGrantedBy(byRole: string): string {
  return !useIsArchived()
    ? byRole
    : 'This project is archived: it can be read, and nothing in it changes. A client administrator can restore it.'
}
