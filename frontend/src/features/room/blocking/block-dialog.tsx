import { Button } from '../../../shared/ui/button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import type { Reported } from '../reporting/reported.js'
import { useRoom } from '../state/use-room.js'
import { blockEffect } from './block-words.js'
import { useBlock, type Onward } from './use-block.js'
import styles from './blocking.module.css'

interface BlockDialogProps {
  /** Whom it is about; null while it is closed. */
  about: Reported | null
  onClose: () => void
}

/** Says what blocking does before it is done. */
export const BlockDialog = ({ about, onClose }: BlockDialogProps) => (
  <Dialog title={`Block ${about?.username ?? ''}?`} open={about !== null} onClose={onClose}>
    {about && <Question about={about} onClose={onClose} />}
  </Dialog>
)

function Question({ about, onClose }: { about: Reported; onClose: () => void }) {
  const { blockAndLeave, blocking } = useBlock()
  const matched = useRoom(({ about }) => about?.origin === 'match')
  const block = async (onward: Onward) => {
    if (await blockAndLeave(about, onward)) onClose()
  }
  return (
    <>
      <p className={styles.text}>{blockEffect(about.username)}</p>
      <p className={styles.text}>You leave this room at once; a battle that is on ends. Your settings undo a block.</p>
      <div className={styles.actions}>
        <Button onClick={onClose} data-autofocus="">
          Cancel
        </Button>
        <Button variant="danger" busy={blocking} onClick={() => void block('lobby')}>
          Block and leave
        </Button>
        {matched && (
          <Button variant="danger" busy={blocking} onClick={() => void block('next')}>
            Block and find the next
          </Button>
        )}
      </div>
    </>
  )
}
