/** Has single sign-on of a client changed. */
import { deleteSso, putSso } from '#contracts/sso.ts'
import { settleSso } from '../commands/sso.ts'
import { addToast } from '../commands/toasts.ts'
import * as happened from '../events/catalog/sso.ts'
import { ssoSetting } from '../reads/sso.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'
import { asOutcome, cacheValue } from './outcomes.ts'

const policy = {
  scope: 'session',
  strategy: 'queue',
  retry: { times: 3, base: 300, cap: 5_000 },
  done: asOutcome,
  // What stands is shown again: somebody else may have changed it.
  fail: (
    { payload: { formKey, companyId } }: { payload: { formKey: string; companyId: number } },
    { code, message }: CallFailure,
  ): Outcome => ({
    commands: [
      settleSso({ formKey, message }),
      ssoSetting.request({ companyId }),
      // Its form begins anew with what stands, and says nothing of it any more.
      ...(code === 'sso.stale' ? [addToast({ kind: 'error', message })] : []),
    ],
  }),
} as const

export const ssoEffects = [
  effect({
    ...policy,
    name: 'sso.send',
    on: happened.settingAsked,
    request: async ({ payload: { formKey, version, ...body } }, { call }): Promise<Outcome> => {
      const now = await call(putSso, { body, ifMatch: String(version) })
      return {
        ...cacheValue(ssoSetting.cache, ssoSetting.key({ companyId: body.companyId }), now),
        commands: [
          settleSso({ formKey, message: null }),
          addToast({ kind: 'success', message: 'Single sign-on is saved' }),
        ],
      }
    },
  }),
  effect({
    ...policy,
    name: 'sso.sendRemoval',
    on: happened.removalAsked,
    request: async ({ payload: { formKey, version, companyId } }, { call }): Promise<Outcome> => {
      const now = await call(deleteSso, { body: { companyId }, ifMatch: String(version) })
      return {
        ...cacheValue(ssoSetting.cache, ssoSetting.key({ companyId }), now),
        commands: [
          settleSso({ formKey, message: null }),
          addToast({ kind: 'success', message: 'Single sign-on is removed' }),
        ],
      }
    },
  }),
]
