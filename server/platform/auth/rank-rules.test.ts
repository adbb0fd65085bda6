import { describe, expect, it } from 'vitest'
import { extentOf, type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { type Ranked, requireOver } from './rank-rules.ts'

const somebody = (userId: number, role: RoleName | null, companyId: number | null = 1): Ranked => ({
  userId,
  companyId,
  rank: role === null ? Number.POSITIVE_INFINITY : roleRanks[role],
  can: (capability) => role !== null && extentOf(role, capability) !== 'no',
})
const may = (...asked: Parameters<typeof requireOver>): boolean => {
  try {
    requireOver(...asked)
    return true
  } catch {
    return false
  }
}

describe('the rules of rank', () => {
  it('let company roles be changed by administrators, over weaker ones only', () => {
    const over = (by: RoleName) =>
      roleNames.filter((role) => may(somebody(1, by), somebody(2, role), 'company.manage'))
    expect(over('SystemAdmin')).toEqual(roleNames.slice(1))
    expect(over('ProviderAdmin')).toEqual(roleNames.slice(2))
    expect(over('ClientAdmin')).toEqual(roleNames.slice(3))
    for (const role of roleNames.slice(3)) expect(over(role)).toEqual([])
  })

  it('let project roles be given by project managers, up to their own', () => {
    const gives = (by: RoleName) =>
      roleNames.filter((role) => may(somebody(1, by), somebody(2, null), 'user.manage', role))
    expect(gives('ProjectManager')).toEqual(roleNames.slice(3))
    expect(gives('ClientAdmin')).toEqual(roleNames.slice(2))
    expect(gives('LitigationSupport')).toEqual([])
  })

  it('let nobody act on themselves or over the boundary of their company', () => {
    expect(may(somebody(1, 'ClientAdmin'), somebody(1, 'Reviewer'), 'company.manage')).toBe(false)
    expect(may(somebody(1, 'ClientAdmin', 1), somebody(2, 'Reviewer', 2), 'company.manage')).toBe(false)
    expect(may(somebody(1, 'ProviderAdmin', null), somebody(2, 'Reviewer', 2), 'company.manage')).toBe(true)
  })
})
