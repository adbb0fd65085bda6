/** What we have to know of a client's provider: from its metadata, or by hand. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useRef, useState } from 'react'
import { mostCertificates, type SsoSetting } from '#contracts/sso.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveSso } from '#src/commands/sso.ts'
import { $ssoSave } from '#src/stores/sso.ts'
import { useFormSave } from '../fields/form-save.ts'
import { Button } from '../ui/button.tsx'
import { Field, Lines } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { CertificateFacts } from './certificates.tsx'
import { type Draft, draftOf, providerPart, sentOf, wordsOf } from './draft.ts'
import { readMetadata } from './metadata.ts'

const nothing = (): void => {}

export function ProviderForm({
  companyId,
  setting,
}: {
  readonly companyId: number
  readonly setting: SsoSetting | null
}): ReactElement {
  const [run, save] = useUnit([dispatch, $ssoSave])
  const [draft, setDraft] = useState(() => draftOf(setting))
  const [domains, setDomains] = useState(draft.domains.join(', '))
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, nothing)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const missing = (text: string, says: string) => (tried && text.trim() === '' ? says : null)
  const sent = sentOf({ ...draftOf(setting), ...providerPart({ ...draft, domains: wordsOf(domains) }) })
  const complete =
    sent.providerId.trim() !== '' &&
    sent.ssoUrl.trim() !== '' &&
    sent.certificates.length > 0 &&
    sent.domains.length > 0
  return (
    <Section title="2. Your provider">
      <chakra.form
        noValidate
        aria-label="Your provider"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (complete) run(saveSso({ formKey: begin(), companyId, version: setting?.version ?? 0, ...sent }))
        }}
        p="4"
        display="flex"
        flexDirection="column"
        gap="4"
        maxWidth="820px"
      >
        {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
        <Metadata onRead={(facts) => change(facts)} />
        <Field
          label="Entity ID of the provider"
          required
          error={missing(draft.providerId, 'Enter the entity ID, or paste the metadata.')}
        >
          <DraftInput value={draft.providerId} onChange={(providerId) => change({ providerId })} />
        </Field>
        <Field
          label="Sign-in address"
          required
          hint="Where people are sent to sign in (HTTP-Redirect)."
          error={missing(draft.ssoUrl, 'Enter the address, or paste the metadata.')}
        >
          <DraftInput value={draft.ssoUrl} onChange={(ssoUrl) => change({ ssoUrl })} />
        </Field>
        {draft.certificates.map((pem, at) => {
          const known = setting?.certificates.find((one) => one.pem === pem)
          return (
            <chakra.div key={at === 0 ? 'first' : 'second'} display="flex" flexDirection="column" gap="1">
              <Field
                label={at === 0 ? 'Certificate' : 'Second certificate'}
                required={at === 0}
                error={
                  at === 0 && sent.certificates.length === 0
                    ? missing('', 'Paste the certificate that signatures are verified by.')
                    : null
                }
                aside={
                  at > 0 && (
                    <Button
                      size="sm"
                      look="quiet"
                      onClick={() => change({ certificates: draft.certificates.filter((_, i) => i !== at) })}
                    >
                      Take it away
                    </Button>
                  )
                }
              >
                <Lines
                  rows={3}
                  value={pem}
                  onChange={(text) =>
                    change({ certificates: draft.certificates.map((one, i) => (i === at ? text : one)) })
                  }
                />
              </Field>
              {known !== undefined && <CertificateFacts certificate={known} />}
            </chakra.div>
          )
        })}
        {setting !== null && draft.certificates.length < mostCertificates && (
          <chakra.div>
            <Button size="sm" onClick={() => change({ certificates: [...draft.certificates, ''] })}>
              Add the next certificate
            </Button>
          </chakra.div>
        )}
        <Field
          label="Domains of e-mail addresses"
          required
          hint="Separated by commas. Whoever signs in with such an address is led to the provider."
          error={missing(domains, 'Enter the domain of your addresses, like firm.example.')}
        >
          <DraftInput value={domains} onChange={setDomains} />
        </Field>
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <Field label="Attribute with the e-mail address" hint="Empty: the NameID is the address.">
            <DraftInput value={draft.emailClaim} onChange={(emailClaim) => change({ emailClaim })} />
          </Field>
          <Field label="Attribute with the name" hint="For accounts that are made at the first sign-in.">
            <DraftInput value={draft.nameClaim} onChange={(nameClaim) => change({ nameClaim })} />
          </Field>
        </chakra.div>
        <chakra.div>
          <Button type="submit" look="primary" busy={sending}>
            Save the provider
          </Button>
        </chakra.div>
      </chakra.form>
    </Section>
  )
}

/** Fills the fields; they can be changed then. */
function Metadata({
  onRead,
}: {
  readonly onRead: (facts: Pick<Draft, 'providerId' | 'ssoUrl' | 'certificates'>) => void
}): ReactElement {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const take = (xml: string) => {
    setText(xml)
    const facts = xml.trim() === '' ? null : readMetadata(xml)
    setFault(typeof facts === 'string' ? facts : null)
    if (facts !== null && typeof facts !== 'string') onRead(facts)
  }
  return (
    <Field
      label="Metadata of the provider"
      hint="Paste the XML, or open its file: it fills the fields below."
      error={fault}
      aside={
        <>
          <Button size="sm" look="quiet" onClick={() => file.current?.click()}>
            Open a file
          </Button>
          <chakra.input
            ref={file}
            type="file"
            accept=".xml,text/xml,application/xml"
            hidden
            aria-label="File with the metadata"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              event.currentTarget.value = ''
              if (chosen !== undefined) void chosen.text().then(take)
            }}
          />
        </>
      }
    >
      <Lines rows={3} value={text} onChange={take} />
    </Field>
  )
}
