import { useEffect } from 'react'
import { askForCamera, recordCameraPermission } from '../features/join-link/camera-permission.js'
import { Lobby } from '../features/lobby/lobby.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { useSeating } from './seating.js'
import { loadRoom } from './room-part.js'

export default function LobbyRoute() {
  const { joining, join, enter } = useSeating()
  useFirstSign(loadRoom)
  return <Lobby quickMatch={<FindMatch onBegin={() => void prepareCamera()} />} joining={joining} onJoin={join} onCreated={enter} />
}

const SIGNS = ['pointerover', 'pointerdown', 'keydown'] as const

/** Runs `act` once, on the first input on this page. `act` must be stable. */
function useFirstSign(act: () => void): void {
  useEffect(() => {
    const listening = new AbortController()
    const seen = () => {
      listening.abort()
      act()
    }
    for (const sign of SIGNS) document.addEventListener(sign, seen, { signal: listening.signal, passive: true })
    return () => listening.abort()
  }, [act])
}

const isUndecided = async (name: string) => {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state === 'prompt'
  } catch {
    return false
  }
}

/** Gets the browser's camera prompt answered while a search runs. Asks only where it is undecided; no answer blocks anything. */
async function prepareCamera(): Promise<void> {
  const undecided = await Promise.all(['camera', 'microphone'].map(isUndecided))
  if (undecided.includes(true)) recordCameraPermission(await askForCamera(navigator.mediaDevices))
}
