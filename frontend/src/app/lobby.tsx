import { useEffect } from 'react'
import { askForCamera, recordCameraPermission } from '../features/join-link/camera-permission.js'
import { Lobby } from '../features/lobby/lobby.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { useSeating } from './live.js'
import { loadRoom } from './parts.js'

const isUndecided = async (name: string) => {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state === 'prompt'
  } catch {
    return false
  }
}

/**
 * Gets the browser's question about the camera out of the way while a search runs, so that it does not stand between
 * two people who have just met. Asks only where it is still open; the answer keeps nobody out.
 */
export async function prepareCamera(): Promise<void> {
  const undecided = await Promise.all(['camera', 'microphone'].map(isUndecided))
  if (undecided.includes(true)) recordCameraPermission(await askForCamera(navigator.mediaDevices))
}

/** A mouse that comes, a finger, a key. */
const SIGNS = ['pointerover', 'pointerdown', 'keydown'] as const

/** Acts once, as soon as somebody is seen to do anything on this page. `act` has to be the same at every drawing. */
export function useFirstSign(act: () => void): void {
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

export default function LobbyRoute() {
  const { joining, join, enter } = useSeating()
  // While somebody looks around; a phone opens the lobby without it.
  useFirstSign(loadRoom)
  return <Lobby quickMatch={<FindMatch onBegin={() => void prepareCamera()} />} joining={joining} onJoin={join} onCreated={enter} />
}
