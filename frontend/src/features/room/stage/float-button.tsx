import { type MouseEvent, useEffect } from 'react'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastError } from '../../../shared/ui/toast.js'
import { FLOAT_BUTTON } from '../../../texts/room-float-button.js'
import { useCall, useVeiled } from '../call/services.js'
import { usePhone } from '../view-settings.js'

/** Shows the picture over other apps on phones, never while veiled. */
export default function FloatButton() {
  const phone = usePhone()
  const veiled = useVeiled()
  const pictured = useCall(
    ({ live, remote }) => live && (remote === null || (remote.cam && remote.source === 'camera')),
  )

  useEffect(() => {
    if (veiled && document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined)
  }, [veiled])

  if (!phone || veiled || !pictured || !document.pictureInPictureEnabled) return null

  const press = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    try {
      if (document.pictureInPictureElement) await document.exitPictureInPicture()
      else await currentTarget.closest('section')?.querySelector('video')?.requestPictureInPicture()
    } catch {
      toastError(FLOAT_BUTTON.refused)
    }
  }
  return <IconButton icon="float" label={FLOAT_BUTTON.show} onClick={(event) => void press(event)} />
}
