/**
 * Roles, and the one table of what each may do (docs/requirements.tsv, role-*; docs/decisions/0102). The lower the rank, the
 * stronger: nobody acts on somebody of their own rank or a stronger one. Rank alone allows nothing else. Decided on the server
 * for every call; the browser is told what its user may do and shows only that.
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

/**
 * How far a role may use a capability.
 * - `all`: for every client.
 * - `support`: for every client, but in a project only while a support access is open there: with a reason, for a time, seen
 *   by the client.
 * - `client`: in all projects of one's own client.
 * - `project`: in projects where one has a role.
 * - `batches`: there as well; in a project that shows reviewers only what they hold, for the documents of their batches.
 * - `own`: there as well, for what one has made oneself.
 * - `granted`: there as well, but only for those to whom the project has granted it.
 * - `no`: not at all.
 */
export type Extent = 'all' | 'support' | 'client' | 'project' | 'batches' | 'own' | 'granted' | 'no'

const extents: Readonly<Record<string, Extent>> = {
  A: 'all',
  S: 'support',
  C: 'client',
  P: 'project',
  B: 'batches',
  O: 'own',
  G: 'granted',
}

/**
 * The matrix of capabilities and roles (docs/decisions/0102): the extents by their first letters, a dash for none, in the
 * order of `roleNames`: SystemAdmin, ProviderAdmin, ClientAdmin, ProjectManager, LitigationSupport, ReviewManager,
 * SeniorReviewer, Reviewer, Default.
 */
const matrix = {
  'document.view': 'SSCPPPPBG',
  'document.search': 'SSCPPPPBG',
  'document.download': 'S-CPPGG--',
  // Whoever runs the system or a client does not code by that: a client administrator needs a role in the project.
  'coding.save': '--PPPPPB-',
  'tag.apply': '--PPPPPB-',
  // Whoever runs the system or a client does not redact by that, either.
  'redaction.draw': '--PPPPPG-',
  'redaction.ofOthers': '--PPPPG--',
  'redaction.clear': '--PPPP---',
  // What stands under a redaction is for those who work in the project.
  'redaction.see': 'SSPPPPPB-',
  'coding.bulk': '--CPPPG--',
  'coding.bulkOfOthers': '--CPPP---',
  'batch.take': '--PPPPPB-',
  'codingForm.read': 'AACPPPPPG',
  'audit.own': 'SSCPPPPOO',
  'assignment.manage': 'AACPPP---',
  'ocr.run': 'SSCPPG---',
  'text.derive': '--CPPG---',
  'search.share': '--CPPP---',
  'codingForm.manage': 'AACPPP---',
  'tag.manage': 'AACPPP---',
  'audit.project': 'SSCPPP---',
  'collect.view': 'SSCPPP---',
  'collect.manage': 'SSCPP----',
  'job.view': 'AACPPPO--',
  'job.control': 'AACPP----',
  'production.view': 'SSCPPPP--',
  'production.download': '--CPPG---',
  'production.manage': '--CPP----',
  'production.rollback': '--CPG----',
  // By two people.
  'production.deliver': '--CP-----',
  // Claiming privilege is work on documents, as coding is; reviewers of a first pass do not see the log.
  'privilegeLog.edit': '--PPPPG--',
  // For one's own use: whoever works in the project, and not who looks after the installation.
  'export.run': '--CPPG---',
  'project.view': 'AACPPPPPG',
  'project.manage': 'AACP-----',
  'apiKey.use': '--CPP----',
  'project.archive': 'AAC------',
  'user.manage': 'AACP-----',
  'wall.manage': 'AACP-----',
  'support.open': 'AA-------',
  'company.view': 'AACCCCCCC',
  // Whether the provider's staff may look is the client's to say, and nobody else's.
  'company.support': '--C------',
  'company.sso': 'AAC------',
  'project.create': 'AAC------',
  'company.manage': 'AAC------',
  'company.people': 'AAC------',
  'company.all': 'AA-------',
  'system.view': 'AA-------',
  'system.manage': 'A--------',
} as const
export type Capability = keyof typeof matrix
export const capabilities = Object.keys(matrix) as Capability[]

/** How far a role may use a capability, as the matrix says. */
export const extentOf = (role: RoleName, capability: Capability): Extent =>
  extents[matrix[capability][roleNames.indexOf(role)] ?? ''] ?? 'no'

/** What a project may grant to somebody who has this role in it, besides what the role has. */
export const grantable = (role: RoleName): Capability[] =>
  capabilities.filter((capability) => extentOf(role, capability) === 'granted')

/** What changes a project: nobody is offered it where the project is archived. The server refuses each call by itself. */
export const changing: readonly Capability[] = [
  ...(['coding.save', 'tag.apply', 'coding.bulk', 'coding.bulkOfOthers', 'batch.take'] as const),
  ...(['assignment.manage', 'ocr.run', 'text.derive', 'codingForm.manage', 'tag.manage'] as const),
  ...(['collect.manage', 'job.control', 'project.manage', 'user.manage', 'wall.manage'] as const),
  ...(['redaction.draw', 'redaction.ofOthers', 'redaction.clear'] as const),
  ...(['search.share', 'production.manage', 'production.rollback', 'production.deliver'] as const),
  ...(['export.run', 'privilegeLog.edit'] as const),
]

/** Who somebody is in a project. Nobody is one for a project of another client, but for the provider's staff. */
export interface Holder {
  /** Whose row of the matrix counts. */
  readonly role: RoleName
  /** Has a role in this project. */
  readonly member: boolean
  /** Of the provider's staff: has opened an access to this project that has not ended. */
  readonly support: boolean
  readonly granted: ReadonlySet<Capability>
  /** Sees only a part of the project's documents. */
  readonly walled: boolean
  /** Calls by a key: what its owner is here. The key's role is the weaker of the two, and nothing goes beyond either. */
  readonly owner?: { readonly role: RoleName; readonly member: boolean }
}

/** Who may do what is for people to decide, never for a program that calls by a key. */
const neverByKey: readonly Capability[] = ['user.manage', 'wall.manage', 'support.open', 'apiKey.use']

/** What shows or changes all of a project's documents: not for whoever sees only a part of them. */
const ofAll: readonly Capability[] = [
  ...(['collect.view', 'collect.manage', 'job.control', 'ocr.run', 'text.derive'] as const),
  ...(['audit.project', 'coding.bulkOfOthers', 'codingForm.manage', 'tag.manage'] as const),
]

/** How far the holder may use it in the project; `no`: not at all. */
export function reachIn(holder: Holder, capability: Capability): Extent {
  if (holder.owner === undefined) return reachOfPerson(holder, capability)
  const { owner, ...byKey } = holder
  if (neverByKey.includes(capability)) return 'no'
  if (reachOfPerson({ ...byKey, ...owner }, capability) === 'no') return 'no'
  return reachOfPerson(byKey, capability)
}

function reachOfPerson(holder: Holder, capability: Capability): Extent {
  const extent = reachUnwalled(holder, capability)
  if (!holder.walled || extent === 'no') return extent
  if (ofAll.includes(capability)) return 'no'
  return capability === 'job.view' ? 'own' : extent
}

function reachUnwalled(holder: Holder, capability: Capability): Extent {
  const extent = extentOf(holder.role, capability)
  switch (extent) {
    case 'support':
      return holder.support ? extent : 'no'
    case 'project':
    case 'batches':
    case 'own':
      return holder.member ? extent : 'no'
    case 'granted':
      return holder.member && isGranted(holder, capability) ? extent : 'no'
    default:
      return extent
  }
}

/** Whoever was granted anything may open the project. */
const isGranted = ({ granted }: Holder, capability: Capability): boolean =>
  granted.has(capability) || (capability === 'project.view' && granted.size > 0)

/** Whether the holder may do it in the project. */
export const canIn = (holder: Holder, capability: Capability): boolean => reachIn(holder, capability) !== 'no'

/** Whether an account may do it outside of any project: for its client, or for all. */
export function accountCan(role: RoleName, capability: Capability): boolean {
  const extent = extentOf(role, capability)
  return extent === 'all' || extent === 'client'
}

/** What somebody is in a project by a key of theirs; `role`: the strongest that the key may be, null: as its owner. */
export function byKey(holder: Holder, role: RoleName | null): Holder {
  const owner = { role: holder.role, member: holder.member }
  return role === null || roleRanks[role] <= roleRanks[holder.role]
    ? { ...holder, owner }
    : { ...holder, role, member: true, owner }
}

/** The role whose row counts in a project: of the provider's staff and of client administrators their own. */
export function roleInProject(accountRole: RoleName, projectRole: RoleName | null): RoleName | null {
  return roleRanks[accountRole] <= roleRanks.ClientAdmin ? accountRole : projectRole
}
