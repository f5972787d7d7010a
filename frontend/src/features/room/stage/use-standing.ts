import { useRoom } from '../state/use-room.js'

/** How somebody stands, where that shows on the pane: ready before the battle, and won or lost after it. */
export const useStanding = (id: number | null): 'ready' | 'winner' | 'beaten' | undefined =>
  useRoom(({ phase, ready, winnerId }) => {
    if (id === null) return undefined
    if (phase === 'waiting') return ready.includes(id) ? 'ready' : undefined
    if (phase !== 'result' || winnerId === null) return undefined
    return winnerId === id ? 'winner' : 'beaten'
  })
