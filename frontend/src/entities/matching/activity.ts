import { ACTIVITY_EXACT_FROM, type PoolActivity, type ServerEvents } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { useRealtime } from '../../shared/realtime/index.js'
import { ACTIVITY } from '../../texts/matching.js'
import type { Wish } from './wish.js'

/** Players by mode and category; empty while not known. */
export type Activity = ServerEvents['lobby-activity']['pools']

const UNKNOWN: Activity = []

export function useActivity(): Activity {
  const { status, on } = useRealtime()
  const [pools, setPools] = useState<Activity>(UNKNOWN)
  useEffect(() => on('lobby-activity', (data) => setPools(data.pools)), [on])
  return status === 'open' ? pools : UNKNOWN
}

export const activityOf = (activity: Activity, { mode, category }: Wish): PoolActivity | undefined =>
  activity.find((pool) => pool.mode === mode && pool.category === category)

export const isLively = ({ searching, playing }: PoolActivity): boolean => searching > 0 || playing > 0

/** Says "fewer than" for counts that the server rounds so that no one is recognised. */
const shown = (count: number) => ({
  few: count < ACTIVITY_EXACT_FROM ? 'yes' : 'no',
  count: Math.max(count, ACTIVITY_EXACT_FROM),
})

export function activityWords({ searching, playing }: PoolActivity): string {
  const parts = {
    searching: searching > 0 ? ACTIVITY.searching(shown(searching)) : '',
    playing: playing > 0 ? ACTIVITY.playing(shown(playing)) : '',
  }
  return searching > 0 && playing > 0 ? ACTIVITY.both(parts) : parts.searching || parts.playing
}
