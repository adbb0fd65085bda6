/** What an authenticator app needs, as a picture and in words, and the codes for the day on which the phone is lost. */
import { chakra, QrCode } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/input.tsx'

export function Enrolment({
  secret,
  uri,
  recoveryCodes,
}: {
  readonly secret: string
  readonly uri: string
  readonly recoveryCodes: readonly string[]
}): ReactElement {
  return (
    <chakra.ol
      display="flex"
      flexDirection="column"
      gap="4"
      listStylePosition="inside"
      listStyleType="decimal"
    >
      <li>
        Scan this with your authenticator app, or enter the key by hand.
        <AuthenticatorPicture secret={secret} uri={uri} />
      </li>
      <li>
        Keep these recovery codes where you keep important papers. They are shown only now; each works once.
        <RecoveryCodes codes={recoveryCodes} />
      </li>
      <li>Enter the six figures that the app shows now.</li>
    </chakra.ol>
  )
}

export function AuthenticatorPicture({
  secret,
  uri,
}: {
  readonly secret: string
  readonly uri: string
}): ReactElement {
  return (
    <chakra.div display="flex" gap="4" alignItems="center" mt="2" flexWrap="wrap">
      <chakra.div background="#fff" p="2" borderRadius="md" borderWidth="1px" borderColor="line">
        <QrCode.Root value={uri}>
          <QrCode.Frame width={132} height={132} aria-label="The key as a picture" role="img">
            <QrCode.Pattern fill="#171b24" />
          </QrCode.Frame>
        </QrCode.Root>
      </chakra.div>
      <chakra.div flex="1" minWidth="140px">
        <chakra.div fontSize="xs" color="faint">
          Key
        </chakra.div>
        <chakra.div display="flex" alignItems="center" gap="1">
          <chakra.code fontFamily="mono" fontSize="xs" wordBreak="break-all">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </chakra.code>
          <CopyButton text={secret} />
        </chakra.div>
      </chakra.div>
    </chakra.div>
  )
}

export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactElement {
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
    link.download = 'affiant-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <>
      <chakra.div
        mt="2"
        p="3"
        borderRadius="md"
        background="sunken"
        fontFamily="mono"
        fontSize="xs"
        display="grid"
        gridTemplateColumns="1fr 1fr"
        gap="1"
      >
        {codes.map((code) => (
          <span key={code}>{code}</span>
        ))}
      </chakra.div>
      <chakra.div display="flex" gap="2" mt="2" alignItems="center">
        <Button size="sm" icon="download" onClick={save}>
          Save as a file
        </Button>
        <CopyButton text={codes.join('\n')} />
      </chakra.div>
    </>
  )
}
