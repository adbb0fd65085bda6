import { type RoleName, roleNames } from '#contracts/permission.ts'

const words: Readonly<Record<RoleName, string>> = {
  SystemAdmin: 'System administrator',
  ProviderAdmin: 'Provider administrator',
  ClientAdmin: 'Client administrator',
  ProjectManager: 'Project manager',
  LitigationSupport: 'Litigation support',
  ReviewManager: 'Review manager',
  SeniorReviewer: 'Senior reviewer',
  Reviewer: 'Reviewer',
  Default: 'No access',
}

/** A role's name as people say it; what is not known is said as it is written. */
export const roleWords = (role: string): string => {
  const known = roleNames.find((name) => name === role)
  return known === undefined ? role : words[known]
}
