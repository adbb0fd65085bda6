/** The steps to another authenticator, and to new recovery codes. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback, useState } from 'react'
import { confirmAuthenticator, makeRecoveryCodes, offerAuthenticator } from '#src/commands/account.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { $accountSave } from '#src/stores/account.ts'
import { useFormSave } from '../fields/form-save.ts'
import { AuthenticatorPicture, RecoveryCodes } from '../session/enrolment.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProofField } from './proof-field.tsx'

/** Shows once more who it is. */
export function ProofDialog({
  wants,
  onClose,
}: {
  readonly wants: 'codes' | 'authenticator'
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $accountSave])
  const [proof, setProof] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const ofCodes = wants === 'codes'
  return (
    <Dialog
      open
      size="sm"
      title={ofCodes ? 'Make new recovery codes' : 'Set up an authenticator'}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (proof === '') return
        const asked = { formKey: begin(), proof }
        run(ofCodes ? makeRecoveryCodes(asked) : offerAuthenticator(asked))
        setProof('')
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            {ofCodes ? 'Make new codes' : 'Go on'}
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>
        {ofCodes
          ? 'The codes that you have now are void from then on.'
          : 'The one that you have now, and its recovery codes, work until the new one is confirmed.'}
      </p>
      <ProofField value={proof} onChange={setProof} tried={tried && refusal === null} />
    </Dialog>
  )
}

export function AuthenticatorDialog({
  secret,
  uri,
  onClose,
}: {
  readonly secret: string
  readonly uri: string
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $accountSave])
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  // The offer is taken away by what confirms it, and this dialog with it.
  const { sending, refusal, begin } = useFormSave(
    save,
    useCallback(() => undefined, []),
  )
  const fault = /^\d{6}$/.test(code.trim()) ? null : 'Enter the six figures that the app shows.'
  return (
    <Dialog
      open
      title="Set up an authenticator"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (fault === null) run(confirmAuthenticator({ formKey: begin(), code: code.trim() }))
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending}>
            Confirm
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>Scan this with your authenticator app, or enter the key by hand.</p>
      <AuthenticatorPicture secret={secret} uri={uri} />
      <Field
        label="Code"
        required
        hint="Your other sessions end with it, and you get new recovery codes."
        error={tried ? fault : null}
      >
        <DraftInput
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      </Field>
    </Dialog>
  )
}

export function CodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}): ReactElement {
  return (
    <Dialog
      open
      title="Your new recovery codes"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <chakra.p>
        Keep them where you keep important papers. They are shown only now; each works once.
      </chakra.p>
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
