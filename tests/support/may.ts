import { type Capability, canIn, capabilities, grantable, type RoleName } from '#contracts/permission.ts'

/** What somebody of this role may in a project that has granted all that it can: as the server says it. */
export const mayAs = (role: RoleName): Capability[] =>
  capabilities.filter((capability) =>
    canIn(
      { role, member: true, support: true, granted: new Set(grantable(role)), walled: false },
      capability,
    ),
  )
