/**
 * Keys for other applications ("passkeys" on the screens): a program calls with one in the name of whoever made it, with no
 * more rights than they have at that moment, and as few as they gave it (docs/decisions/0110).
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, instant } from './ids.ts'
import { type RoleName, roleNames, roleRanks } from './permission.ts'

/** How long a key may last, in days. */
export const keyDays = { least: 1, most: 365, usual: 90 } as const
/** Keys in force that one person may have. */
export const mostKeys = 50

/** Every key begins so: it can be told from other secrets, and found where it should not be. */
export const keyBegin = 'affk_'
/** A whole key: 256 random bits behind the beginning. */
export const keyPattern = /affk_[\w-]{43}/

/** Roles that a key can be weakened to: those that do something in a project. */
export const keyRoles: readonly RoleName[] = roleNames.filter(
  (role) => roleRanks[role] > roleRanks.ClientAdmin && role !== 'Default',
)

/** Calls outside of projects that a key may make; all others are for people who have signed in. */
export const callsOfKeys: ReadonlySet<string> = new Set([
  'company.list',
  'company.listProjects',
  'project.list',
  'jobs.listOfClient',
])

export const apiKey = z.object({
  keyId: id,
  label: z.string(),
  /** The first eight characters. */
  shown: z.string(),
  madeAt: instant,
  endsAt: instant,
  /** To within a minute. */
  usedAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  /** Not stronger than this, whatever its owner is; null: as its owner. */
  role: z.nullable(z.enum(keyRoles as [RoleName, ...RoleName[]])),
  readOnly: z.boolean(),
  /** Null: all projects in which its owner may use a key. */
  projects: z.nullable(z.array(z.object({ projectId: id, projectName: z.string() }))),
  /** At the moment of the answer: neither ended nor revoked. */
  inForce: z.boolean(),
})
export type ApiKey = z.infer<typeof apiKey>

/** The password, or the six digits that the authenticator shows. Asked for again before what a stolen session must not do. */
export const proof = z.string().check(z.trim(), z.minLength(1), z.maxLength(128))

const path = '/v1/user-token-passkeys'

export const listKeys = call({
  name: 'apiKeys.list',
  service: 'api',
  method: 'GET',
  path,
  needs: 'account',
  reply: z.extend(listOf(apiKey), {
    /** The projects in which the caller may use a key; none: no key can be made. */
    projects: z.array(
      z.object({
        projectId: id,
        projectName: z.string(),
        role: z.enum(roleNames as [RoleName, ...RoleName[]]),
      }),
    ),
    /** The client requires single sign-on, and the caller is none of its exceptions: no key works, and none is made. */
    barred: z.boolean(),
  }),
  summary:
    "The caller's keys for other applications, the newest first, and the projects that a new one may be for.",
})

export const makeKey = call({
  name: 'apiKeys.make',
  service: 'api',
  method: 'POST',
  path,
  needs: 'account',
  body: z.strictObject({
    label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    days: z.int().check(z.minimum(keyDays.least), z.maximum(keyDays.most)),
    /** Null: all of the caller's, also those to come. */
    projectIds: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(200))),
    role: z.nullable(z.enum(keyRoles as [RoleName, ...RoleName[]])),
    readOnly: z.boolean(),
    proof,
  }),
  reply: z.object({
    key: apiKey,
    /** The key itself: answered this once, and kept nowhere. */
    secret: z.string(),
  }),
  summary:
    'Make a key for another application: its secret is answered once. Asks for the password or a code again.',
})

export const revokeKey = call({
  name: 'apiKeys.revoke',
  service: 'api',
  method: 'DELETE',
  path,
  needs: 'account',
  body: z.strictObject({ keyId: id }),
  reply: apiKey,
  summary: 'End a key at once.',
})
