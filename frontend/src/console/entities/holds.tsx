import { BAN_REASON_MAX, type HoldPlacement } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { Section } from '../kit/text.js'
import { useAskForHoldReleaseMutation } from './approvals.js'
import { AskSecondPerson } from './ask-second-person.js'
import { consoleApi } from './console-api.js'
import styles from './holds.module.css'
import { useMay } from './session-api.js'

interface HoldSectionProps {
  kind: HoldPlacement['kind']
  id: number
  held: boolean
}

export function HoldSection({ kind, id, held }: HoldSectionProps) {
  const may = useMay()
  const [asking, setAsking] = useState<'place' | 'release' | 'second' | null>(null)
  const [release] = useReleaseHoldMutation()
  const [askSecond] = useAskForHoldReleaseMutation()
  const close = () => setAsking(null)
  const manages = may('holds.manage')
  if (!manages && !held) return null

  const letGo = async () => {
    const { error } = await release({ kind, id })
    if (errorCode(error) === 'SECOND_PERSON_REQUIRED') setAsking('second')
    else if (error) toastError(errorText(error, 'Failed to release the hold.'))
    else toastSuccess('Hold released.')
  }
  return (
    <Section title="Hold">
      <p>
        {held
          ? "On hold: it won't be erased, even if it is deleted."
          : 'Not on hold: it can be erased once it is deleted.'}
      </p>
      {manages && held && <Button onClick={() => setAsking('release')}>Release the hold</Button>}
      {manages && !held && <Button onClick={() => setAsking('place')}>Place a hold</Button>}
      {asking === 'place' && <PlaceHold kind={kind} id={id} onDone={close} />}
      {asking === 'release' && (
        <ConfirmDialog
          title={`Release the hold on ${kind} #${id}?`}
          confirm="Release the hold"
          onConfirm={letGo}
          // The dialog closes after what it confirms, which may have opened the next one.
          onClose={() => setAsking((now) => (now === 'release' ? null : now))}
        >
          <p>
            The reason for the hold is deleted. Once {kind} #{id} is deleted or its retention is over, it is erased for
            good.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'second' && kind !== 'gif' && (
        <AskSecondPerson
          draft={['hold release', `${kind} ${id}`]}
          onAsk={(reason) => askSecond({ kind, id, reason })}
          onClose={close}
        >
          <p>
            This hold keeps a report about child safety or crime. Someone else who manages holds has to approve its
            release.
          </p>
        </AskSecondPerson>
      )}
    </Section>
  )
}

function PlaceHold({ kind, id, onDone }: Pick<HoldPlacement, 'kind' | 'id'> & { onDone: () => void }) {
  const [place, { isLoading }] = usePlaceHoldMutation()
  const reason = useDraft('hold', `${kind} ${id}`, 'reason', '')
  const [missing, setMissing] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = reason.value
    setMissing(isBlank(given))
    if (isBlank(given) || isLoading) return
    const { error } = await place({ kind, id, reason: given.trim() })
    if (error) {
      toastError(errorText(error, 'Failed to place the hold.'))
      return
    }
    toastSuccess('Hold placed.')
    reason.sent(given)
    onDone()
  }
  return (
    <Dialog title={`Hold ${kind} #${id}?`} open onClose={onDone}>
      <p>The hold prevents its erasure, even if it is deleted or its retention is over.</p>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Reason"
          data-autofocus=""
          maxLength={BAN_REASON_MAX}
          error={missing ? 'Say why it must be kept.' : undefined}
          value={reason.value}
          onChange={(event) => reason.change(event.target.value)}
        />
        <DraftNote drafts={[reason]} of="the reason" />
        <Button type="submit" variant="primary" busy={isLoading}>
          Place the hold
        </Button>
      </form>
    </Dialog>
  )
}

type Held = Pick<HoldPlacement, 'kind' | 'id'>

const TAGS = { report: 'Reports', ban: 'Bans', gif: 'Gifs' } as const satisfies Record<Held['kind'], string>

const holdsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** A hold prevents erasure after the retention. */
    placeHold: build.mutation<unknown, HoldPlacement>({
      query: (body) => ({ url: 'admin/holds', method: 'PUT', body }),
      invalidatesTags: (_, error, { kind }) => (error ? [] : [TAGS[kind]]),
    }),
    releaseHold: build.mutation<unknown, Held>({
      query: ({ kind, id }) => ({ url: `admin/holds/${kind}/${id}`, method: 'DELETE' }),
      invalidatesTags: (_, error, { kind }) => (error ? [] : [TAGS[kind]]),
    }),
  }),
})

export const { usePlaceHoldMutation, useReleaseHoldMutation } = holdsApi
