import { HAND_TITLE } from '../../texts/room-hand-title.js'
import { QUICK_REPLY } from '../../texts/room-quick-replies.js'

interface Shown {
  picked: number | null
  wildCard: string | null
  trayOpen: boolean
}

export function handTitle(opponent: string, { picked, wildCard, trayOpen }: Shown): string {
  if (wildCard !== null) return HAND_TITLE.wildCard({ opponent })
  if (picked !== null) return HAND_TITLE.picked({ opponent })
  return HAND_TITLE[trayOpen ? 'saved' : 'pick']({ opponent })
}

export const QUICK_REPLIES: readonly string[] = Object.values(QUICK_REPLY)
