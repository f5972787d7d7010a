import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { ScreenLoading } from '../../shared/loading/screen-loading.js'
import { goesWithoutCamera, haveWorked } from '../../shared/rtc/camera.js'
import { canConnect } from '../../shared/rtc/can-connect.js'
import { Dialog } from '../../shared/ui/dialog.js'

const ReadyCheck = lazyPart(() => import('./ready-check.js'))

const isGranted = async (name: string): Promise<boolean> =>
  (await navigator.permissions.query({ name: name as PermissionName })).state === 'granted'

/** True if devices work, or the player goes without a camera. */
async function isReady(): Promise<boolean> {
  if (!canConnect()) return false
  if (haveWorked() || goesWithoutCamera()) return true
  try {
    const granted = await Promise.all(['camera', 'microphone'].map(isGranted))
    if (granted.includes(false)) return false
    const kinds = (await navigator.mediaDevices.enumerateDevices()).map(({ kind }) => kind)
    return kinds.includes('videoinput') && kinds.includes('audioinput')
  } catch {
    return false
  }
}

interface ReadyToBeSeen {
  /** Acts once devices work. */
  whenReady: (act: () => void) => void
  asking: ReactNode
}

/** Asks for a working camera first. */
export function useReadyToBeSeen(): ReadyToBeSeen {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null)
  const whenReady = (act: () => void) => void isReady().then((ready) => (ready ? act() : setWaiting({ act })))
  const goOn = () => {
    setWaiting(null)
    waiting?.act()
  }
  return {
    whenReady,
    asking: (
      <Dialog title="Before you are seen" open={waiting !== null} onClose={() => setWaiting(null)}>
        <Suspense fallback={<ScreenLoading />}>
          <ReadyCheck onGoOn={goOn} />
        </Suspense>
      </Dialog>
    ),
  }
}
