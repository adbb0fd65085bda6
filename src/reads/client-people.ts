/** The people of a client: a page of the list, and one of them. */
import * as z from 'zod/mini'
import { getPerson, listPeople, listProjectRoles, type Shown, shows } from '#contracts/client-people.ts'
import { id } from '#contracts/ids.ts'
import type { Invited } from '#contracts/invitations.ts'
import { type RoleName, roleNames } from '#contracts/permission.ts'
import { createCache } from '../stores/cache.ts'
import { read } from './read.ts'

/** What would become of each line of the list that was looked at last, by the key of the form. */
export const previews = createCache<Invited>('clientPeople.previews', 2, 'account')

export const people = read({
  name: 'clientPeople.list',
  label: 'Look up the people of the client',
  log: 'account',
  payload: z.strictObject({
    companyId: id,
    query: z.string(),
    role: z.nullable(z.enum(roleNames as [RoleName, ...RoleName[]])),
    projectId: z.nullable(id),
    show: z.enum(shows as readonly [Shown, ...Shown[]]),
    page: z.int(),
  }),
  ask: ({ companyId, query, role, projectId, show, page }, { call }) =>
    call(listPeople, {
      query: {
        companyId,
        show,
        page,
        ...(query === '' ? {} : { query }),
        ...(role === null ? {} : { role }),
        ...(projectId === null ? {} : { projectId }),
      },
    }),
})

const whose = z.strictObject({ companyId: id, userId: id })

export const person = read({
  name: 'clientPeople.person',
  label: 'Look up a person of the client',
  log: 'account',
  payload: whose,
  ask: (query, { call }) => call(getPerson, { query }),
})

export const projectRoles = read({
  name: 'clientPeople.projectRoles',
  label: 'Look up what a person is in each project',
  log: 'account',
  payload: whose,
  ask: async (query, { call }) => (await call(listProjectRoles, { query })).data,
})
