import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profile } from '#contracts/auth.ts'
import { property as test } from '#tests/runs.ts'
import { joinPhone, splitPhone } from './session.ts'

describe('the profile', () => {
  it('[entity-profile-phone] splits a phone into country, number and code, with us and 1 where they are missing', () => {
    expect(splitPhone('ch-446681800-41')).toEqual({
      phoneIsoCode: 'ch',
      phoneNumber: '446681800',
      phoneCountryCode: '41',
    })
    expect(splitPhone('')).toEqual({ phoneIsoCode: 'us', phoneNumber: '', phoneCountryCode: '1' })
    expect(splitPhone('-5550142-')).toEqual({
      phoneIsoCode: 'us',
      phoneNumber: '5550142',
      phoneCountryCode: '1',
    })
  })

  test('[entity-profile-phone] joins what it has split, and nothing where there is no number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('us', 'ch', 'de'),
        fc.nat(),
        fc.integer({ min: 1, max: 999 }),
        (iso, number, code) => {
          const stored = `${iso}-${number}-${code}`
          expect(joinPhone(splitPhone(stored))).toBe(stored)
        },
      ),
    )
    expect(joinPhone({ phoneIsoCode: 'us', phoneNumber: ' ', phoneCountryCode: '1' })).toBe('')
  })

  it('has photo, e-mail, ids, single sign-on and phone', () => {
    expect(Object.keys(profile.shape)).toEqual(
      expect.arrayContaining(['userPhotoUrl', 'userEmail', 'userId', 'accountId', 'ssoEnabled', 'userPhone']),
    )
  })
})
