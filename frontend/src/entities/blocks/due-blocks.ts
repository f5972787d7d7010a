import { useMemo } from 'react'
import { isRefusal, isSignedOut } from '../../shared/api/errors.js'
import { browserMemory, type Memory } from '../../shared/browser/memory.js'
import { markOf } from '../session/forget-player.js'
import { useSession } from '../session/use-session.js'

/** Followed by the player's mark. Kept through a logout, unlike the keys of personal.ts. */
const KEY = 'kla-due-blocks'

/** Blocks of one player, by account id, that no server has answered yet. A later page repeats them. */
export interface DueBlocks {
  ids(): number[]
  add(id: number): void
  remove(id: number): void
  /** Removes a block once the server has taken or refused it. A logged-out player's block waits for the next login. */
  answered(id: number, error?: unknown): void
}

export function dueBlocksOf(mark: string, memory: Memory = browserMemory('localStorage')): DueBlocks {
  const key = KEY + mark
  const ids = () => (memory.getItem(key) ?? '').split(',').map(Number).filter(isId)
  const keep = (kept: readonly number[]) =>
    kept.length === 0 ? memory.removeItem(key) : memory.setItem(key, kept.join(','))
  const remove = (id: number) => keep(ids().filter((kept) => kept !== id))
  return {
    ids,
    add: (id) => keep([...new Set([...ids(), id])]),
    remove,
    answered: (id, error) => {
      if (!error || (isRefusal(error) && !isSignedOut(error))) remove(id)
    },
  }
}

const isId = (value: number) => Number.isSafeInteger(value) && value > 0

/** Returns the signed-in player's due blocks, null for a visitor. */
export const useDueBlocks = (): DueBlocks | null => {
  const { user } = useSession()
  const mark = user && markOf(user.discordId)
  return useMemo(() => (mark === null ? null : dueBlocksOf(mark)), [mark])
}
