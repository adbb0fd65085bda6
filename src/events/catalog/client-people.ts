/** Facts about the people of a client: what was asked about accounts, roles and invitations, and what became of it. */
import * as z from 'zod/mini'
import { personActs } from '#contracts/client-people.ts'
import { id } from '#contracts/ids.ts'
import { event } from '../define.ts'

const ofClient = { log: 'account', retention: 'audit', stream: () => 'clientPeople' } as const
/** Each try to save a form has a key of its own. */
const form = { formKey: z.string() }
const whose = { companyId: id, userId: id }
/** Of the person as whoever changes it saw them. */
const version = z.string()

/** The list itself is in memory only: it names people who are not there yet. */
export const previewAsked = event({
  ...ofClient,
  type: 'clientPeople.previewAsked',
  payload: z.strictObject({ ...form, companyId: id }),
})
export const invitationsAsked = event({
  ...ofClient,
  type: 'clientPeople.invitationsAsked',
  payload: z.strictObject({ ...form, companyId: id }),
})
const named = z.strictObject({ companyId: id, invitationId: id })
export const resendAsked = event({ ...ofClient, type: 'clientPeople.resendAsked', payload: named })
export const revocationAsked = event({ ...ofClient, type: 'clientPeople.revocationAsked', payload: named })

export const changeAsked = event({
  ...ofClient,
  type: 'clientPeople.changeAsked',
  payload: z.strictObject({
    ...form,
    ...whose,
    version,
    role: z.optional(z.string()),
    active: z.optional(z.boolean()),
  }),
})
export const actAsked = event({
  ...ofClient,
  type: 'clientPeople.actAsked',
  payload: z.strictObject({ ...whose, act: z.enum(personActs), sessionKey: z.optional(z.string()) }),
})
export const projectRoleAsked = event({
  ...ofClient,
  type: 'clientPeople.projectRoleAsked',
  payload: z.strictObject({
    ...form,
    ...whose,
    version,
    projectId: id,
    role: z.string(),
    granted: z.array(z.string()),
  }),
})
export const projectRoleRemovalAsked = event({
  ...ofClient,
  type: 'clientPeople.projectRoleRemovalAsked',
  payload: z.strictObject({ ...form, ...whose, version, projectId: id }),
})

/** It is on the record: the message is null; else it says why it is not. */
export const formSettled = event({
  ...ofClient,
  type: 'clientPeople.settled',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})
/** What lists show is old by now. */
export const changed = event({ ...ofClient, type: 'clientPeople.changed', payload: z.strictObject({}) })
