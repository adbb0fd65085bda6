/** Has one's own account changed. */
import * as calls from '#contracts/auth.ts'
import { finishPassword } from '../commands/profile.ts'
import { takeProfile } from '../commands/session.ts'
import { addToast } from '../commands/toasts.ts'
import { passwordSent, photoSent, profileSent } from '../events/catalog/profile.ts'
import { type AnyEffect, effect } from './define.ts'
import { toastError } from './outcomes.ts'
import { failed } from './session.ts'
import { smallPicture } from './small-picture.ts'

const noPicture = 'This file is no picture that the browser can read. Choose a PNG or a JPEG file.'

export const profileEffects: readonly AnyEffect[] = [
  effect({
    name: 'settings.saveProfile',
    on: profileSent,
    strategy: 'queue',
    request: ({ payload }, { call }) => call(calls.putProfile, { body: payload }),
    done: (_, profile) => ({
      commands: [takeProfile(profile), addToast({ kind: 'success', message: 'The profile is saved.' })],
    }),
    fail: (_, failure) => failed('profile', failure),
  }),
  effect({
    name: 'settings.savePhoto',
    on: photoSent,
    strategy: 'queue',
    request: async ({ payload: { removed } }, { call, secret }) => {
      const photo = removed ? null : await smallPicture(secret('picture'), calls.photoLimits.length)
      if (photo === null && !removed) return null
      return call(calls.putPhoto, { body: { photo }, idempotencyKey: null })
    },
    done: ({ payload: { removed } }, profile) => {
      if (profile === null) return { commands: [addToast({ kind: 'error', message: noPicture })] }
      const message = removed ? 'The photo is removed.' : 'The photo is saved.'
      return { commands: [takeProfile(profile), addToast({ kind: 'success', message })] }
    },
    fail: (_, failure) => toastError(failure),
  }),
  effect({
    name: 'settings.changePassword',
    on: passwordSent,
    strategy: 'first',
    request: (_, { call, secret }) =>
      call(calls.putPassword, {
        body: { current: secret('current'), password: secret('password') },
        // What answers a repetition is kept with a fingerprint of the body: of no password.
        idempotencyKey: null,
      }),
    done: (_, { message }) => ({
      commands: [finishPassword({}), addToast({ kind: 'success', message })],
    }),
    fail: (_, failure) => failed('password', failure),
  }),
]
