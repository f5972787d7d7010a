import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { useHideSavedGifMutation, type SavedGif } from '../../entities/gif/saved-gifs.js'
import styles from './delete-dialog.module.css'

interface DeleteDialogProps {
  gif: SavedGif
  /** It is over: deleted or not. */
  onDone: (deleted: boolean) => void
}

/** Asks before a GIF goes for good. */
export function DeleteDialog({ gif, onDone }: DeleteDialogProps) {
  const [hide] = useHideSavedGifMutation()
  const [deleting, setDeleting] = useState(false)

  const cancel = () => {
    if (deleting) return
    toastNeutral('Action canceled')
    onDone(false)
  }
  const remove = async () => {
    setDeleting(true)
    const { error } = await hide(gif.id)
    if (error) toastError('Failed to delete GIF')
    else toastSuccess('GIF deleted')
    onDone(!error)
  }

  return (
    <Dialog title="Delete GIF" open onClose={cancel}>
      <p>Are you sure you want to delete this GIF? This cannot be undone.</p>
      <div className={styles.actions}>
        <Button data-autofocus="" onClick={cancel} aria-disabled={deleting}>
          Cancel
        </Button>
        <Button variant="danger" busy={deleting} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
