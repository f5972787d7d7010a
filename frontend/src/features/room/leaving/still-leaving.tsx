import { type SyntheticEvent, useId } from 'react'
import { useDispatch } from 'react-redux'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { useModal } from '../../../shared/ui/dialog.js'
import dialog from '../../../shared/ui/dialog.module.css'
import { STILL_LEAVING } from '../../../texts/room-leave-dialog.js'
import { useServices } from '../call/services.js'
import { keepRoom } from '../state/kept-room.js'
import { stayed } from '../state/room-slice.js'
import { useRoom } from '../state/use-room.js'
import styles from './leave-buttons.module.css'

const stayOpen = () => undefined

/** Opens the dialog again that the browser closed, as Chromium does on a second Escape. */
const reopen = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
  if (!currentTarget.isConnected) return
  currentTarget.showModal()
  currentTarget.querySelector('h2')?.focus()
}

/** Shown while Kla does not let the player go. Picture and sound return only by its button. */
export function StillLeaving({ why }: { why: string }) {
  const dispatch = useDispatch()
  const { departure } = useServices()
  const roomId = useRoom(({ roomId }) => roomId)
  const passcode = useRoom(({ passcode }) => passcode)
  const titleId = useId()

  const stay = () => {
    if (roomId !== null) keepRoom({ roomId, passcode })
    departure.cancel()
    dispatch(stayed())
  }
  return (
    <dialog {...useModal(stayOpen)} className={dialog.dialog} aria-labelledby={titleId} onClose={reopen}>
      <div className={dialog.content}>
        <h2 id={titleId} className={dialog.title} tabIndex={-1} data-autofocus="">
          {STILL_LEAVING.title}
        </h2>
        <p role="alert">{why}</p>
        <p className={styles.text}>{STILL_LEAVING.text}</p>
        <div className={styles.actions}>
          <DeliberateButton onClick={stay}>{STILL_LEAVING.stay}</DeliberateButton>
        </div>
      </div>
    </dialog>
  )
}
