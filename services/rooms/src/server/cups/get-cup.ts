import { KlaError } from '@kla/chassis'
import { toCupMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const getCup =
  ({ store, now }: Pick<CupDependencies, 'store' | 'now'>): CupHandlers['getCup'] =>
  async ({ cupId }) => {
    const cup = await store.find(cupId)
    if (!cup) throw new KlaError('CUP_NOT_FOUND')
    return toCupMessage(cup, now())
  }
