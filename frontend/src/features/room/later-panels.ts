import { lazyPart } from '../../shared/loading/lazy-part.js'
import { loadLaterParts } from './later-parts.js'

/** Parts that contain later parts themselves: those cannot import these. */
const IN_ROOM = { asBar: true, inRoom: true } as const
const nothing = () => null

const importBattle = () => import('./battle/battle-panel.js')
export const BattlePanel = lazyPart(importBattle, IN_ROOM)
const importStrip = async () => ({ default: (await importBattle()).ReceivedStrip })
/** Part of the panel's file, which a player with clips has loaded. */
export const ReceivedStrip = lazyPart(importStrip, { ...IN_ROOM, waiting: nothing })
export const ThumbBar = lazyPart(() => import('./controls/thumb-bar.js'), { ...IN_ROOM, waiting: nothing })

/** Loads what the next press or phase needs; rendering reports failures. */
export function loadLater(): void {
  void BattlePanel.load().catch(() => undefined)
  loadLaterParts()
}
