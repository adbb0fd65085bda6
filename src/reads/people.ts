/** The people of a project, those who could be added, the walls and what a change of them would do, and support access. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { listCandidates, listMembers } from '#contracts/members.ts'
import { seeAs } from '#contracts/see-as.ts'
import { listSupport } from '#contracts/support.ts'
import { getWalls, previewWalls } from '#contracts/walls.ts'
import { wallsDraft } from '../events/catalog/people.ts'
import { read } from './read.ts'

const nothing = z.strictObject({})

export const members = read({
  name: 'people.members',
  label: 'Look up the people of the project',
  log: 'project',
  payload: nothing,
  ask: (_, { call }) => call(listMembers),
})

export const candidates = read({
  name: 'people.candidates',
  label: 'Look up people who could be added',
  log: 'project',
  payload: z.strictObject({ query: z.string() }),
  ask: ({ query }, { call }) => call(listCandidates, { query: { query } }),
})

export const walls = read({
  name: 'people.walls',
  label: 'Look up the walls',
  log: 'project',
  payload: nothing,
  ask: (_, { call }) => call(getWalls),
})

export const wallsPreview = read({
  name: 'people.wallsPreview',
  label: 'Count what a change of the walls would do',
  log: 'project',
  payload: z.strictObject(wallsDraft),
  ask: (body, { call }) => call(previewWalls, { body }),
})

export const seenAs = read({
  name: 'people.seenAs',
  label: 'Look at the project as somebody else sees it',
  log: 'project',
  payload: z.strictObject({ userId: id, query: z.string(), page: z.int() }),
  ask: (body, { call }) => call(seeAs, { body }),
})

export const supportAccesses = read({
  name: 'people.support',
  label: 'Look up support access',
  log: 'project',
  payload: nothing,
  ask: (_, { call }) => call(listSupport),
})
