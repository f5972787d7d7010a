import { useEffect } from 'react'
import { Lobby } from '../features/lobby/lobby.js'
import { FindMatch } from '../features/quick-match/find-match.js'
import { useSeating } from './seating.js'
import { loadRoom } from './room-part.js'

export default function LobbyRoute() {
  const { joining, join, enter } = useSeating()
  useFirstSign(loadRoom)
  return <Lobby quickMatch={<FindMatch />} joining={joining} onJoin={join} onCreated={enter} />
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
