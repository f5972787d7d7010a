import { PASSKEYS_MAX, type PasskeyView } from '@kla/proto/web'
import { type SyntheticEvent, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Button } from '../../shared/ui/button.js'
import { useModal } from '../../shared/ui/dialog.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { AddPasskey } from '../entities/add-passkey.js'
import { consoleApi } from '../entities/console-api.js'
import entries from '../entities/entry-list.module.css'
import { usePasskeysQuery, useRemovePasskeyMutation, useRenewRecoveryCodesMutation } from '../entities/passkeys-api.js'
import { RecoveryCodes } from '../entities/recovery-codes.js'
import { toastFailure } from '../entities/step-up.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { When } from '../kit/moments.js'
import { counted } from '../kit/numbers.js'
import { ListBody } from '../kit/states.js'
import { Pill } from '../kit/text.js'
import styles from './account.module.css'
import { useUnkeptCodes } from './unkept-codes.js'

/** Panels of the administrator's own passkeys and recovery codes. */
export function Passkeys({ administrator }: { administrator: number }) {
  const dispatch = useDispatch()
  const query = usePasskeysQuery()
  const { codes, show, kept } = useUnkeptCodes(administrator)
  const passkeys = query.data?.passkeys ?? []
  const added = (given: readonly string[]) => {
    toastSuccess('Passkey added.')
    if (given.length > 0) show(given)
    dispatch(consoleApi.util.invalidateTags(['Session']))
  }
  return (
    <>
      <Panel title="Passkeys">
        <div className={styles.form}>
          <p>A passkey signs you in without a password or a code, and can&apos;t be phished.</p>
          <ListBody query={query} failed="Failed to load your passkeys." empty={null}>
            {passkeys.length === 0 ? (
              <p>You have no passkey yet. Add one on this device.</p>
            ) : (
              <ul className={entries.list} aria-label="Your passkeys">
                {passkeys.map((passkey) => (
                  <Passkey key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />
                ))}
              </ul>
            )}
            {passkeys.length >= PASSKEYS_MAX ? (
              <p>You have {PASSKEYS_MAX} passkeys. Remove one before you add another.</p>
            ) : (
              <AddPasskey onAdded={added} />
            )}
          </ListBody>
        </div>
      </Panel>
      {(passkeys.length > 0 || codes.length > 0) && (
        <Panel title="Recovery codes">
          {codes.length > 0 ? (
            <UnkeptCodes codes={codes} onKept={kept} />
          ) : (
            <CodesLeft left={query.data?.recovery_codes_left ?? 0} onRenewed={show} />
          )}
        </Panel>
      )}
    </>
  )
}

interface UnkeptCodesProps {
  codes: readonly string[]
  onKept: () => void
}

const stay = () => undefined

/** Opens a dialog again that the browser closed, as Chromium does on a second Escape. */
const reopen = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
  if (currentTarget.isConnected) currentTarget.showModal()
}

/** Stays in front of everything else: the codes are shown once. */
const UnkeptCodes = (props: UnkeptCodesProps) => (
  <dialog {...useModal(stay)} className={styles.codes} aria-label="New recovery codes" onClose={reopen}>
    <RecoveryCodes {...props} />
  </dialog>
)

interface PasskeyProps {
  passkey: PasskeyView
  isLast: boolean
}

function Passkey({ passkey: { id, name, created_at, last_used_at, synced }, isLast }: PasskeyProps) {
  const [remove] = useRemovePasskeyMutation()
  const [asking, setAsking] = useState(false)
  const takeAway = async () => {
    const { error } = await remove(id)
    if (error) toastFailure(error, "We couldn't remove the passkey.")
    else toastSuccess('Passkey removed.')
  }
  return (
    <li className={entries.entry}>
      <div className={entries.facts}>
        <p className={entries.title}>
          <strong>{name}</strong>
          {synced && <Pill tone="blue">Synced</Pill>}
        </p>
        <p className={styles.muted}>
          Added <When at={created_at} />.{' '}
          {last_used_at === null ? (
            'Never used.'
          ) : (
            <>
              Last used <When at={last_used_at} />.
            </>
          )}
        </p>
      </div>
      <Button onClick={() => setAsking(true)}>
        Remove<span className="visually-hidden"> {name}</span>
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Remove the passkey ${name}?`}
          confirm="Remove"
          onConfirm={takeAway}
          onClose={() => setAsking(false)}
        >
          <p>
            It no longer signs you in. Remove it from your device too, in the settings of your browser or password
            manager.
          </p>
          {isLast && <p>It is your last one, so your recovery codes stop working too.</p>}
        </ConfirmDialog>
      )}
    </li>
  )
}

/** Number of codes from which on their owner should renew them. */
export const FEW_CODES = 3

interface CodesLeftProps {
  left: number
  onRenewed: (codes: readonly string[]) => void
}

export function CodesLeft({ left, onRenewed }: CodesLeftProps) {
  const [renew] = useRenewRecoveryCodesMutation()
  const [asking, setAsking] = useState(false)
  const makeNew = async () => {
    const { data, error } = await renew()
    if (data) onRenewed(data.recovery_codes)
    else toastFailure(error, "We couldn't make new codes. Try again.")
  }
  return (
    <div className={styles.form}>
      <p>Each of them signs you in once if you lose your passkeys, after your password.</p>
      {left <= FEW_CODES ? (
        <p className={styles.warning} role="note">
          {left === 0 ? 'You have no recovery code left.' : `You have only ${counted(left, 'code')} left.`} Make new
          ones before you need them.
        </p>
      ) : (
        <p>You have {counted(left, 'code')} left.</p>
      )}
      <Button onClick={() => setAsking(true)}>Make new codes</Button>
      {asking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          confirm="Make new codes"
          onConfirm={makeNew}
          onClose={() => setAsking(false)}
        >
          <p>The old ones stop working. We show the new ones once.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
