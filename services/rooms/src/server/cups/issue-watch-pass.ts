import { KlaError } from '@kla/chassis'
import { tieOf } from '../../domain/cups/cup.js'
import { cupAudited } from './cup-audited.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

type Dependencies = Pick<CupDependencies, 'store' | 'rooms' | 'passes' | 'recordFact' | 'now'>

/** As players and spectators see whoever watches: with the name of the account one signs in. It is in the audit log. */
const JUDGE = 'Judge'

/** Told to the audit log before anybody can watch; when the watching begins and ends is told as well (../../watching). */
export const issueWatchPass =
  ({ store, rooms, passes, recordFact, now }: Dependencies): CupHandlers['issueWatchPass'] =>
  async ({ cupId, tieId }, call) => {
    const administrator = await call.administrator('cups.judge')
    const cup = await store.find(cupId)
    if (!cup) throw new KlaError('CUP_NOT_FOUND')
    const tie = tieOf(cup, tieId)
    if (!tie) throw new KlaError('TIE_NOT_FOUND')
    const running = cup.phase === 'running' && (tie.state === 'playing' || tie.state === 'disputed')
    if (!running || !(await rooms.load(tie.roomId)).room) throw new KlaError('TIE_NOT_RUNNING')
    await recordFact(cupAudited('cups.watch', cupId, { tieId }, { administrator, call, atMs: now() }))
    const judge = { id: administrator.id, name: JUDGE }
    const { pass, expiresAtMs } = await passes.issue({ roomId: tie.roomId, judge })
    return { roomId: tie.roomId, pass, expiresAtMs }
  }
