import { useId } from 'react'
import { Button } from '../../shared/ui/button.js'
import { useModal } from '../../shared/ui/dialog.js'
import { GET_READY } from '../../texts/get-ready.js'
import { GetReady } from './get-ready.js'
import styles from './ready-dialog.module.css'
import type { ReadyRequest } from './ready-request.js'

interface ReadyDialogProps {
  request: ReadyRequest
  onClose: () => void
}

/** The screen over the page from which the player goes on. */
export default function ReadyDialog({ request: { act, ...request }, onClose }: ReadyDialogProps) {
  const titleId = useId()
  return (
    <dialog {...useModal(onClose)} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.content}>
        <h1 id={titleId} className={styles.title} tabIndex={-1} data-autofocus="">
          {GET_READY.title}
        </h1>
        <GetReady
          {...request}
          opensCamera={request.veiled !== false}
          notNow={
            <Button variant="quiet" size="l" onClick={onClose}>
              {GET_READY.notNow}
            </Button>
          }
          onGo={async ({ agreed }) => {
            const went = await act(agreed)
            onClose()
            return went
          }}
        />
      </div>
    </dialog>
  )
}
