/** Single sign-on of a client: what its provider has to know, what we have to know of it, a try, and what follows. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import type { Company } from '#contracts/company.ts'
import { type SsoSetting, trySso } from '#contracts/sso.ts'
import { ssoAddresses, ssoSetting } from '#src/reads/sso.ts'
import { ClientSettingPage } from '../settings/client-setting-page.tsx'
import { useRead } from '../ui/answer.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { dayAndTime } from '../ui/format.ts'
import { CopyButton } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { CertificateWarning } from './certificates.tsx'
import { draftOf, peoplePart, providerPart } from './draft.ts'
import { PeopleForm } from './people-form.tsx'
import { ProviderForm } from './provider-form.tsx'

export function SignInPage(): ReactElement {
  return (
    <ClientSettingPage
      name="signIn"
      lead="People of the client sign in at its own identity provider, by SAML 2.0. Set it up, try it, then turn it on."
    >
      {(client) => <Whole key={client.company_id} client={client} />}
    </ClientSettingPage>
  )
}

/** While a try is under way, ms between two looks at what came of it. */
const lookEvery = 2_000

function Whole({ client: { company_id: companyId } }: { readonly client: Company }): ReactElement {
  // What had come before the try that was begun here; undefined: none was.
  const [before, setBefore] = useState<string | null>()
  const answer = useRead(
    ssoSetting,
    { companyId },
    {
      every: (held) =>
        held?.setting?.trying === true ||
        (before !== undefined && (held?.setting?.tried?.at ?? null) === before)
          ? lookEvery
          : undefined,
    },
  )
  if (answer.value === null)
    return (
      <Missing answer={answer} rows={6} title="Single sign-on could not be loaded" onRetry={answer.again} />
    )
  const { setting } = answer.value
  const stands = draftOf(setting)
  return (
    <>
      {setting !== null && <CertificateWarning setting={setting} />}
      <Addresses companyId={companyId} />
      <ProviderForm key={keyOf('provider', providerPart(stands))} companyId={companyId} setting={setting} />
      {setting !== null && (
        <>
          <TrySection setting={setting} onBegin={() => setBefore(setting.tried?.at ?? null)} />
          <PeopleForm key={keyOf('people', peoplePart(stands))} setting={setting} />
        </>
      )}
    </>
  )
}

/** A form begins anew where what it changes stands otherwise: one that is saved leaves what is typed in the other. */
const keyOf = (form: string, stands: object): string => `${form} ${JSON.stringify(stands)}`

function Addresses({ companyId }: { readonly companyId: number }): ReactElement {
  const answer = useRead(ssoAddresses, { companyId }, { once: true })
  const { value } = answer
  return (
    <Section
      title="1. What your provider has to know"
      aside={
        value !== null && (
          <ButtonLink
            size="sm"
            icon="download"
            href={`data:application/samlmetadata+xml;charset=utf-8,${encodeURIComponent(value.metadata)}`}
            download="affiant-metadata.xml"
          >
            Metadata
          </ButtonLink>
        )
      }
    >
      <Missing answer={answer} rows={2} title="The addresses could not be loaded" onRetry={answer.again} />
      {value !== null && (
        <chakra.dl>
          {(
            [
              ['Entity ID', value.entityId],
              ['Reply URL (ACS)', value.acsUrl],
            ] as const
          ).map(([name, text]) => (
            <chakra.div
              key={name}
              display="grid"
              gridTemplateColumns={{ base: '1fr', sm: '220px 1fr' }}
              alignItems="center"
              px="4"
              py="1"
              borderTopWidth="1px"
              borderColor="line"
              _first={{ borderTopWidth: '0' }}
            >
              <chakra.dt color="faint">{name}</chakra.dt>
              <chakra.dd display="flex" alignItems="center" gap="2" minWidth="0">
                <chakra.code fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
                  {text}
                </chakra.code>
                <CopyButton text={text} />
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      )}
    </Section>
  )
}

const states: Readonly<Record<SsoSetting['state'], { readonly tone: Tone; readonly says: string }>> = {
  draft: { tone: 'neutral', says: 'Not tried' },
  tried: { tone: 'info', says: 'Tried, off' },
  on: { tone: 'ok', says: 'On' },
}

function TrySection({
  setting,
  onBegin,
}: {
  readonly setting: SsoSetting
  readonly onBegin: () => void
}): ReactElement {
  const { companyId, state, tried, trying } = setting
  return (
    <Section
      title="3. Try it"
      aside={
        <>
          <Badge tone={states[state].tone}>{states[state].says}</Badge>
          <ButtonLink
            size="sm"
            href={`${pathOf(trySso)}?companyId=${companyId}`}
            target="_blank"
            rel="noopener"
            onClick={onBegin}
          >
            Try it
          </ButtonLink>
        </>
      }
    >
      <chakra.div px="4" py="3" display="flex" flexDirection="column" gap="3">
        <p>
          Your provider opens in another window. What it says of you is shown here, with what would follow;
          nobody is signed in by it.{trying && ' A try is waiting for the answer of the provider.'}
        </p>
        {tried !== null && (
          <Notice tone={tried.worked ? 'ok' : 'danger'}>
            <Foreign text={tried.says} />
            <chakra.div fontSize="xs">
              Tried by <Foreign text={tried.by} />, {dayAndTime(tried.at)}
            </chakra.div>
          </Notice>
        )}
      </chakra.div>
      {tried !== null && tried.claims.length > 0 && (
        <Table
          label="What the provider said"
          rows={tried.claims}
          keyOf={({ name }) => name}
          columns={[
            { id: 'name', head: 'Attribute', cell: ({ name }) => <Foreign text={name} /> },
            { id: 'values', head: 'Value', cell: ({ values }) => <Foreign text={values.join(', ')} /> },
          ]}
        />
      )}
    </Section>
  )
}
