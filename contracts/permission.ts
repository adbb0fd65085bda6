/**
 * Roles, ranks and capabilities (docs/requirements.tsv, role-*). The lower the rank, the more powerful;
 * each role has all capabilities of the roles below it. Decided on the server for every call; the browser reads the
 * same table only to show what is possible.
 */

/** Role names with their ranks. `ProviderAdmin` is the provider's own staff administrator. */
export const roleRanks = {
  SystemAdmin: 0,
  ProviderAdmin: 0.5,
  ClientAdmin: 1,
  ProjectManager: 2,
  LitigationSupport: 3,
  ReviewManager: 4,
  SeniorReviewer: 5,
  Reviewer: 6,
  Default: 7,
} as const
export type RoleName = keyof typeof roleRanks
export const roleNames = Object.keys(roleRanks) as RoleName[]

/**
 * Opaque role codes as the server sends them. They never change, because other programs store them. Decoding is for display
 * only.
 */
const roleCodes: Readonly<Record<RoleName, string>> = {
  SystemAdmin: 'r-7k2m9x',
  ProviderAdmin: 'r-3v8q1t',
  ClientAdmin: 'r-5n4h6c',
  ProjectManager: 'r-9d1z7w',
  LitigationSupport: 'r-2f6j8p',
  ReviewManager: 'r-6b3y5s',
  SeniorReviewer: 'r-8g9a4e',
  Reviewer: 'r-1u7o2i',
  Default: 'r-4l5k3r',
}

export const encodeRole = (role: RoleName): string => roleCodes[role]

/** The role behind a code; an unknown code is the weakest role. */
export function decodeRole(code: string): RoleName {
  return roleNames.find((role) => roleCodes[role] === code) ?? 'Default'
}

/** Whether the page body carries the reviewer marker: for the reviewer code, and for every unknown code. */
export function isReviewerCode(code: string): boolean {
  const known = roleNames.some((role) => roleCodes[role] === code)
  return !known || code === roleCodes.Reviewer
}

/** The weakest role that holds each capability. */
const weakestHolder = {
  'document.view': 'Reviewer',
  'document.download': 'SeniorReviewer',
  'document.search': 'Reviewer',
  'coding.save': 'Reviewer',
  'tag.apply': 'Reviewer',
  // Mass edits and their undo; mass edits of others belong to the review manager.
  'coding.bulk': 'SeniorReviewer',
  'coding.bulkOfOthers': 'ReviewManager',
  'batch.take': 'Reviewer',
  'codingForm.read': 'Reviewer',
  'audit.own': 'Reviewer',
  'assignment.manage': 'ReviewManager',
  'ocr.run': 'ReviewManager',
  'text.derive': 'ReviewManager',
  'codingForm.manage': 'ReviewManager',
  'tag.manage': 'ReviewManager',
  'audit.project': 'ReviewManager',
  'collect.view': 'ReviewManager',
  'collect.manage': 'LitigationSupport',
  'job.view': 'SeniorReviewer',
  'job.control': 'LitigationSupport',
  'project.view': 'Reviewer',
  'project.manage': 'ProjectManager',
  'user.manage': 'ProjectManager',
  'company.view': 'Default',
  'project.create': 'ClientAdmin',
  'company.manage': 'ClientAdmin',
  'company.all': 'ProviderAdmin',
  'system.view': 'ProviderAdmin',
  'system.manage': 'SystemAdmin',
} as const satisfies Record<string, RoleName>
export type Capability = keyof typeof weakestHolder
export const capabilities = Object.keys(weakestHolder) as Capability[]

/** Whether this rank (including a project's effective level) has the capability. */
export const rankCan = (rank: number, capability: Capability): boolean =>
  rank <= roleRanks[weakestHolder[capability]]

/**
 * The level that counts inside a project: ranks 0 and 0.5 keep their own, everybody else has their project role's. `null`
 * if the user has no role in the project and no access.
 */
export function levelInProject(accountRole: RoleName, projectRole: RoleName | null): number | null {
  const own = roleRanks[accountRole]
  if (own < 1) return own
  if (accountRole === 'ClientAdmin') return own
  return projectRole === null ? null : roleRanks[projectRole]
}
