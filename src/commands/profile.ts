/** Changing one's own account. */
import * as z from 'zod/mini'
import { putProfile } from '#contracts/auth.ts'
import { passwordSent, photoSent, profileSent } from '../events/catalog/profile.ts'
import { passwordChanged } from '../events/catalog/session.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const saveProfile = command({
  ...never,
  type: 'settings.saveProfile',
  payload: putProfile.body,
  decide: ({ session }, changed) =>
    session.isAuth ? [profileSent(changed)] : reject('Nobody is signed in.'),
  label: () => 'Save the profile',
})

/** `picture`: an object address of the file; empty: no photo any more. */
export const savePhoto = command({
  ...never,
  type: 'settings.savePhoto',
  payload: z.strictObject({ removed: z.boolean(), picture: z.string() }),
  secret: ['picture'],
  decide: ({ session }, { removed }) =>
    session.isAuth ? [photoSent({ removed })] : reject('Nobody is signed in.'),
  label: ({ removed }) => (removed ? 'Remove the photo' : 'Save the photo'),
})

export const changePassword = command({
  ...never,
  type: 'settings.changePassword',
  payload: z.strictObject({ current: z.string(), password: z.string() }),
  secret: ['current', 'password'],
  decide: ({ session }) => (session.isAuth ? [passwordSent({})] : reject('Nobody is signed in.')),
  label: () => 'Change the password',
})

export const finishPassword = command({
  ...never,
  type: 'settings.finishPassword',
  payload: z.strictObject({}),
  decide: () => [passwordChanged({})],
  label: () => 'The password is changed',
})
