/** What single sign-on means for the people of the client: whether it is on, required, for whom not, and who gets an account. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { SsoSetting } from '#contracts/sso.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { removeSso, saveSso } from '#src/commands/sso.ts'
import { $session } from '#src/stores/session.ts'
import { $ssoSave } from '#src/stores/sso.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Field, Lines } from '../ui/field.tsx'
import { Switch } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { type Draft, draftOf, endsBy, peoplePart, sentOf, wordsOf } from './draft.ts'

const nothing = (): void => {}

export function PeopleForm({ setting }: { readonly setting: SsoSetting }): ReactElement {
  const [run, save, { profile }] = useUnit([dispatch, $ssoSave, $session])
  const [draft, setDraft] = useState(() => draftOf(setting))
  const [exceptions, setExceptions] = useState(draft.exceptions.join('\n'))
  const [removing, setRemoving] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, nothing)
  const { companyId, version, state } = setting
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const mayTurnOn = state !== 'draft'
  // Chosen before the provider was changed, it waits for another try.
  const on = draft.on && mayTurnOn
  const forced = on && draft.forced
  const ends = endsBy(setting, wordsOf(exceptions))
  return (
    <Section
      title="4. People"
      aside={
        <Button size="sm" look="quiet" onClick={() => setRemoving(true)}>
          Remove single sign-on
        </Button>
      }
    >
      <chakra.form
        noValidate
        aria-label="People"
        onSubmit={(event) => {
          event.preventDefault()
          run(
            saveSso({
              formKey: begin(),
              companyId,
              version,
              ...sentOf({
                ...draftOf(setting),
                ...peoplePart({ ...draft, on, forced, exceptions: wordsOf(exceptions) }),
              }),
            }),
          )
        }}
        p="4"
        display="flex"
        flexDirection="column"
        gap="4"
        maxWidth="820px"
      >
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        {mayTurnOn ? (
          <Switch
            label="Single sign-on is on"
            hint="Whoever has an address of the domains can sign in at the provider."
            on={on}
            onTurn={(turned) => change({ on: turned, forced: turned && forced })}
          />
        ) : (
          <chakra.p color="muted">It can be turned on once a try has worked.</chakra.p>
        )}
        {on && (
          <Switch
            label="It is required"
            hint="Passwords of people of this client do not work any more, nor do their passkeys for other applications, but for those named below."
            on={forced}
            onTurn={(turned) => {
              change({ forced: turned })
              // Whoever turns it on keeps a way in.
              if (turned && exceptions.trim() === '' && profile !== null) setExceptions(profile.userEmail)
            }}
          />
        )}
        {forced && (
          <Field
            label="Who may still use a password"
            required
            hint="One address a line; at least one administrator of the client, who can come in where the provider fails."
          >
            <Lines rows={3} value={exceptions} onChange={setExceptions} />
          </Field>
        )}
        {forced && ends !== null && <Notice tone="danger">{ends}</Notice>}
        <Switch
          label="Make accounts at the first sign-in"
          hint="Whoever the provider names, with an address of the domains, gets the role Default and no project."
          on={draft.createsAccounts}
          onTurn={(createsAccounts) => change({ createsAccounts })}
        />
        <Switch
          label="The provider asks for the second step"
          hint="Then it is not asked for again here. Turn it on only where the provider demands it of everybody."
          on={draft.providerMfa}
          onTurn={(providerMfa) => change({ providerMfa })}
        />
        <chakra.div>
          <Button type="submit" look="primary" busy={sending}>
            Save
          </Button>
        </chakra.div>
      </chakra.form>
      {removing && (
        <DeleteDialog
          title="Remove single sign-on?"
          act="Remove it"
          onClose={() => setRemoving(false)}
          onDelete={() => run(removeSso({ formKey: begin(), companyId, version }))}
        >
          <p>
            Everybody of this client signs in with a password again. Whoever never had one asks for a link on
            the sign-in page. Accounts and what was done with them stay.
          </p>
        </DeleteDialog>
      )}
    </Section>
  )
}
