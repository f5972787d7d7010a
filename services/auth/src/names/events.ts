import type { Bus, EventConsumer } from '@kla/chassis'
import { PlayerBlocked, ReportSubmitted, subjects } from '@kla/proto'
import type { NameStore } from './store.js'

/** Unlocks names after blocks and reports. Events arrive at least once, in any order. */
export const consumeUnlocks = (
  bus: Pick<Bus, 'consumeEvents'>,
  durable: string,
  names: Pick<NameStore, 'unlock'>,
): Promise<readonly EventConsumer[]> =>
  Promise.all([
    bus.consumeEvents({ subject: subjects.eventPlayerBlocked, durable: `${durable}-blocks` }, ({ data }) => {
      const { blockerId, atMs } = PlayerBlocked.decode(data)
      return names.unlock(blockerId, atMs)
    }),
    bus.consumeEvents({ subject: subjects.eventReportSubmitted, durable: `${durable}-reports` }, ({ data }) => {
      const { reporterId, atMs } = ReportSubmitted.decode(data)
      return names.unlock(reporterId, atMs)
    }),
  ])
