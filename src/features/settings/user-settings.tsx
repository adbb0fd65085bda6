/** One's own profile, how the screens look, keys. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { Profile } from '#contracts/auth.ts'
import { defaultPageSize, pageSizes } from '#contracts/documents.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveProfile } from '#src/commands/profile.ts'
import { setFollowing, setPageSize, setSingleKeys, setTheme } from '#src/commands/shell.ts'
import { $profile, joinPhone, splitPhone } from '#src/stores/session.ts'
import { $theme, shell } from '#src/stores/shell.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select, Switch } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { PhotoSection } from './photo-section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { UserSettingPage } from './user-setting-page.tsx'

export function UserSettings(): ReactElement {
  const profile = useUnit($profile)
  return (
    <UserSettingPage name="profile">
      {profile === null ? (
        <Skeleton rows={6} />
      ) : (
        <>
          <ProfileForm key={profile.userId} profile={profile} />
          <PhotoSection photo={profile.userPhotoUrl} />
        </>
      )}
      <Appearance />
    </UserSettingPage>
  )
}

function ProfileForm({ profile }: { readonly profile: Profile }): ReactElement {
  const run = useUnit(dispatch)
  const phone = splitPhone(profile.userPhone)
  const [name, setName] = useState(profile.userName)
  const [number, setNumber] = useState(phone.phoneNumber)
  const [country, setCountry] = useState(phone.phoneCountryCode)
  const nameFault = name.trim() === '' ? 'Enter your name.' : null
  const phoneFault =
    number.trim() === '' || (/^[\d ]{3,20}$/.test(number.trim()) && /^\d{1,4}$/.test(country.trim()))
      ? null
      : 'Use figures only: a country code of up to 4, a number of 3 to 20.'
  return (
    <SettingsForm
      title="Profile"
      step="profile"
      button="Save the profile"
      faulty={nameFault !== null || phoneFault !== null}
      onSend={() => {
        const userPhone = joinPhone({ ...phone, phoneNumber: number, phoneCountryCode: country.trim() })
        run(saveProfile({ userName: name.trim(), userPhone }))
      }}
    >
      {(tried) => (
        <>
          <Field label="E-mail" hint="You sign in with it; it stays as it is.">
            <DraftInput value={profile.userEmail} onChange={() => undefined} readOnly />
          </Field>
          <Field label="Name" required error={tried ? nameFault : null}>
            <DraftInput value={name} onChange={setName} maxLength={100} autoComplete="name" />
          </Field>
          <chakra.div display="grid" gridTemplateColumns="96px 1fr" gap="2">
            <Field label="Country code">
              <DraftInput value={country} onChange={setCountry} inputMode="tel" maxLength={4} />
            </Field>
            <Field label="Phone" error={tried ? phoneFault : null}>
              <DraftInput
                value={number}
                onChange={setNumber}
                inputMode="tel"
                maxLength={20}
                autoComplete="tel-national"
              />
            </Field>
          </chakra.div>
        </>
      )}
    </SettingsForm>
  )
}

const themes = [
  { one: 'light', icon: 'sun', name: 'Light' },
  { one: 'dark', icon: 'moon', name: 'Dark' },
  { one: 'system', icon: 'settings', name: 'System' },
] as const

function Appearance(): ReactElement {
  const [run, state, theme] = useUnit([dispatch, shell.$state, $theme])
  return (
    <Section title="Screens" padded>
      <chakra.div display="flex" flexDirection="column" gap="5" maxWidth="520px">
        <chakra.fieldset>
          <chakra.legend fontSize="xs" fontWeight={600} color="muted" mb="1">
            Theme
          </chakra.legend>
          <chakra.div display="flex" gap="2">
            {themes.map(({ one, icon, name }) => (
              <Button
                key={one}
                aria-pressed={theme === one}
                icon={icon}
                onClick={() => run(setTheme({ theme: one }))}
                {...(theme === one
                  ? { background: 'accentGround', color: 'accentInk', borderColor: 'accent' }
                  : {})}
              >
                {name}
              </Button>
            ))}
          </chakra.div>
          {theme === 'system' && (
            <chakra.p mt="1" fontSize="xs" color="muted">
              Light or dark as this machine asks for, also when it changes.
            </chakra.p>
          )}
        </chakra.fieldset>
        <chakra.div maxWidth="200px">
          <Field label="Documents a page">
            <Select
              value={String(state.pageSize ?? defaultPageSize)}
              choices={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
              onChoose={(value) => {
                const size = pageSizes.find((one) => String(one) === value)
                if (size !== undefined) run(setPageSize({ pageSize: size }))
              }}
            />
          </Field>
        </chakra.div>
        <Switch
          on={state.singleKeys}
          onTurn={(on) => run(setSingleKeys({ on }))}
          label="Single-letter keys"
          hint="Off: only keys with Ctrl or Alt do something. Press ? on any screen to see its keys."
        />
        <Switch
          on={state.following}
          onTurn={(following) => run(setFollowing({ following }))}
          label="Same view in all tabs"
          hint="On: all your tabs go where the one goes in which you last did something."
        />
      </chakra.div>
    </Section>
  )
}
