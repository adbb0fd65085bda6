/** Who looks, at what, and what they may do: for showing what is possible. The server decides each call again. */
import { useUnit } from 'effector-react'
import { type Capability, type RoleName, rankCan, roleRanks } from '#contracts/permission.ts'
import { $choice, $level, $project } from '#src/stores/selection.ts'
import { $session } from '#src/stores/session.ts'

export interface Who {
  readonly isAuth: boolean
  readonly hasToken: boolean
  readonly acceptedTerms: boolean
  readonly userId: number | null
  readonly userName: string
  readonly email: string
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
  const { session, choice, project, level } = useUnit({
    session: $session,
    choice: $choice,
    project: $project,
    level: $level,
  })
  const rank = session.roleName === null ? roleRanks.Default : roleRanks[session.roleName]
  // Until the level is known (-1) nothing is offered that the account's own role would not allow.
  const effective = level < 0 ? rank : level
  return {
    isAuth: session.isAuth,
    hasToken: session.hasToken,
    acceptedTerms: session.acceptedCurrentVersion && session.accepted !== false,
    userId: session.userId,
    userName: session.profile?.userName ?? '',
    email: session.profile?.userEmail ?? '',
    roleName: session.roleName,
    rank,
    version: session.version,
    clientId: choice.clientId,
    projectId: choice.projectId,
    projectName: project?.projectName ?? '',
    companyName: project?.companyName ?? '',
    can: (capability) => rankCan(effective, capability),
    accountCan: (capability) => rankCan(rank, capability),
  }
}
