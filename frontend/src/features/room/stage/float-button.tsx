import { type MouseEvent, useEffect } from 'react'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError } from '../../../shared/ui/toast.js'
import { useCall } from '../call/services.js'
import { usePhone } from '../comforts.js'
import { usePictureOpen } from './picture-open.js'

/** Phones: the opponent's picture in a window of its own, over other apps. Never while it is veiled. */
export function FloatButton() {
  const phone = usePhone()
  const open = usePictureOpen()
  const pictured = useCall(({ live, remote }) => live && (remote === null || (remote.cam && remote.source === 'camera')))

  useEffect(() => {
    if (!open && document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined)
  }, [open])

  if (!phone || !open || !pictured || !document.pictureInPictureEnabled) return null

  const press = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    try {
      if (document.pictureInPictureElement) await document.exitPictureInPicture()
      else await currentTarget.closest('section')?.querySelector('video')?.requestPictureInPicture()
    } catch {
      toastError('Your browser did not allow a window of its own.')
    }
  }
  return <IconButton icon="float" label="Picture in a window of its own" onClick={(event) => void press(event)} />
}
