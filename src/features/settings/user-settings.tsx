/** One's own settings: profile, password, how the screens look, keys. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Profile, passwordLength } from '#contracts/auth.ts'
import { defaultPageSize, pageSizes } from '#contracts/documents.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changePassword, saveProfile } from '#src/commands/profile.ts'
import { setFollowing, setPageSize, setSingleKeys, setTheme } from '#src/commands/shell.ts'
import type { Step } from '#src/events/catalog/session.ts'
import { $profile, $session, joinPhone, splitPhone } from '#src/stores/session.ts'
import { $theme, shell } from '#src/stores/shell.ts'
import { usePasswords } from '../session/passwords.tsx'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { useFaultFocus } from '../ui/fault-focus.ts'
import { Field } from '../ui/field.tsx'
import { DraftInput, Select, Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Skeleton } from '../ui/states.tsx'

export function UserSettings(): ReactElement {
  const profile = useUnit($profile)
  const who = useWho()
  return (
    <Page
      title="Your settings"
      width="760px"
      lead={
        <Link to={who.projectId === null ? '/client' : '/overview'}>
          Back to {who.projectId === null ? 'clients and projects' : who.projectName || 'the project'}
        </Link>
      }
    >
      {profile === null ? <Skeleton rows={6} /> : <ProfileForm key={profile.userId} profile={profile} />}
      <Appearance />
      {profile !== null && !profile.ssoEnabled && <PasswordChange />}
    </Page>
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
          <Field label="E-mail" hint="Your administrator can change it.">
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

function PasswordChange(): ReactElement {
  const run = useUnit(dispatch)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { type, toggle } = usePasswords('the passwords')
  const lengthFault =
    password.length < passwordLength.min ? `Use at least ${passwordLength.min} characters.` : null
  return (
    <SettingsForm
      title="Password"
      step="password"
      button="Change the password"
      aside={
        <>
          <span>Your other sessions end.</span>
          {toggle}
        </>
      }
      faulty={current === '' || lengthFault !== null || again !== password}
      onSend={() => {
        run(changePassword({ current, password }))
        setCurrent('')
        setPassword('')
        setAgain('')
      }}
    >
      {(tried) => (
        <>
          <Field
            label="Current password"
            error={tried && current === '' ? 'Enter your current password.' : null}
          >
            <DraftInput type={type} value={current} onChange={setCurrent} autoComplete="current-password" />
          </Field>
          <Field
            label="New password"
            hint="At least 12 characters. A short sentence is easy to remember and hard to guess."
            error={tried ? lengthFault : null}
          >
            <DraftInput type={type} value={password} onChange={setPassword} autoComplete="new-password" />
          </Field>
          <Field label="Once more" error={tried && again !== password ? 'The two are not the same.' : null}>
            <DraftInput type={type} value={again} onChange={setAgain} autoComplete="new-password" />
          </Field>
        </>
      )}
    </SettingsForm>
  )
}

/** A section that is filled in and sent: not while something in it is at fault, to which the focus goes then. */
function SettingsForm({
  title,
  step,
  button,
  aside,
  faulty,
  onSend,
  children,
}: {
  readonly title: string
  /** By which the session knows it: whether it is under way, and how it failed. */
  readonly step: Step
  readonly button: string
  /** Beside the button: what sending it brings with it. */
  readonly aside?: ReactNode
  readonly faulty: boolean
  readonly onSend: () => void
  /** The fields; `tried`: it was to be sent while something was at fault. */
  readonly children: (tried: boolean) => ReactNode
}): ReactElement {
  const { busy, fault } = useUnit($session)
  const [tries, setTries] = useState(0)
  const [sent, setSent] = useState(false)
  const form = useFaultFocus<HTMLFormElement>(tries)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTries(faulty ? tries + 1 : 0)
    if (faulty) return
    setSent(true)
    onSend()
  }
  return (
    <Section title={title} padded>
      <chakra.form
        ref={form}
        noValidate
        onSubmit={send}
        display="flex"
        flexDirection="column"
        gap="4"
        maxWidth="440px"
      >
        {sent && fault?.step === step && <Notice tone="danger">{fault.message}</Notice>}
        {children(tries > 0)}
        <chakra.div display="flex" alignItems="center" gap="3">
          <Button type="submit" look="primary" busy={busy === step}>
            {button}
          </Button>
          {aside !== undefined && (
            <chakra.div
              flex="1"
              color="faint"
              fontSize="xs"
              display="flex"
              justifyContent="space-between"
              gap="3"
            >
              {aside}
            </chakra.div>
          )}
        </chakra.div>
      </chakra.form>
    </Section>
  )
}
