import { ACTIVITY_EXACT_FROM, type PoolActivity, type ServerEvents } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { useRealtime } from '../../shared/realtime/index.js'
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

/** Small counts arrive rounded. */
const countWords = (count: number, what: string): string =>
  `${count < ACTIVITY_EXACT_FROM ? `fewer than ${ACTIVITY_EXACT_FROM}` : count} ${what}`

export function activityWords({ searching, playing }: PoolActivity): string {
  const parts = [
    ...(searching > 0 ? [countWords(searching, 'searching')] : []),
    ...(playing > 0 ? [countWords(playing, 'playing')] : []),
  ]
  return parts.join(', ')
}
