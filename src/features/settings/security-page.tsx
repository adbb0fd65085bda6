/** How one signs in, and where one is signed in. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { $profile } from '#src/stores/session.ts'
import { PasswordSection } from './password-section.tsx'
import { SecondStepSection } from './second-step-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { UserSettingPage } from './user-setting-page.tsx'

export function SecurityPage(): ReactElement {
  const profile = useUnit($profile)
  return (
    <UserSettingPage name="security">
      <SecondStepSection />
      {profile?.ssoEnabled === false && <PasswordSection />}
      <SessionsSection />
    </UserSettingPage>
  )
}
