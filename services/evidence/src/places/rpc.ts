import { createHash, randomBytes } from 'node:crypto'
import { accepted, type Database, inTransaction, KlaError } from '@kla/chassis'
import {
  EVIDENCE_PER_REPORT,
  EVIDENCE_PLACE_MS,
  type EvidenceContent,
  type MinorEvidence,
  SEALED_MAX_BYTES,
} from '@kla/proto/web'
import type { EvidenceHandlers } from '../shared/rpc.js'
import { contentOf, isCategory, isId } from '../shared/rules.js'
import type { Unsealer } from '../shared/sealing.js'
import { addReport, appendEvidence, recordReport, reportState } from '../vault/index.js'
import { decideStore, GONE } from './rules/place.js'
import { type CheckedStills, readStills } from './rules/stills.js'
import type { PlaceStore } from './store.js'

export interface PlaceDeps {
  readonly database: Database
  readonly places: PlaceStore
  readonly unsealer: Unsealer
  readonly ofMinors: MinorEvidence
  readonly now: () => number
}

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const NOTHING_TAKEN = { token: '', untilMs: 0, content: '' } as const

export function placeHandlers({
  database,
  places,
  unsealer,
  ofMinors,
  now,
}: PlaceDeps): Pick<EvidenceHandlers, 'reserveEvidence' | 'storeEvidence'> {
  /** Checks the plaintext without keeping it. */
  async function check(sealed: Uint8Array, token: string, content: EvidenceContent): Promise<CheckedStills> {
    const plaintext = await unsealer.open(sealed, token)
    const sound = typeof plaintext === 'string' ? undefined : readStills(plaintext, content)
    if (!sound) throw new KlaError('EVIDENCE_INVALID', "These stills couldn't be read. Seal and submit them again.")
    return sound
  }

  return {
    async reserveEvidence({ reportId, reporterId, reportedId, category, grave }) {
      const sound = [reportId, reporterId, reportedId].every(isId) && isCategory(category)
      if (!sound) throw new KlaError('INVALID_FIELD')
      const nowMs = now()
      const [token, untilMs] = [randomBytes(TOKEN_BYTES).toString('base64url'), nowMs + EVIDENCE_PLACE_MS]
      // Committed even without a place: a merged report may be graver than the places that it has.
      const content = await inTransaction(database, async (tx) => {
        const report = { reportId, reportedId, category, grave }
        if (contentOf(category, ofMinors) !== 'none') await addReport(tx, report, nowMs)
        const state = await recordReport(tx, report)
        const accepts = state ? contentOf(state.category, ofMinors) : 'none'
        if (accepts === 'none') return accepts
        if ((await places.count(tx, reportId, nowMs)) >= EVIDENCE_PER_REPORT) return 'full'
        await places.add(tx, token, { reportId, reporterId, content: accepts, untilMs })
        return accepts
      })
      if (content === 'full') throw new KlaError('RATE_LIMITED')
      return content === 'none' ? NOTHING_TAKEN : { token, untilMs, content }
    },

    async storeEvidence({ token, sealed }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      if (sealed.length > SEALED_MAX_BYTES) throw new KlaError('BODY_TOO_LARGE')
      const sha256 = createHash('sha256').update(sealed).digest()
      const storing = { accountId, sha256, nowMs: now() }
      const place = TOKEN.test(token) ? await places.find(database, token) : undefined
      if (accepted(decideStore(place, storing)) === 'again' || !place) return {}
      const { reportId, content } = place
      const { pictures, hasStills } = await check(sealed, token, content)
      await inTransaction(database, async (tx) => {
        if (accepted(decideStore(await places.find(tx, token, 'FOR UPDATE'), storing)) === 'again') return
        const state = await reportState(tx, reportId, 'FOR SHARE')
        // The category may have changed since the place was made.
        const accepts = state ? contentOf(state.category, ofMinors) : 'none'
        if (!state || accepts === 'none' || (hasStills && accepts === 'patches')) throw new KlaError(GONE.refused)
        await places.use(tx, token, sha256)
        await appendEvidence(tx, { reportId, atMs: storing.nowMs, token, pictures, hasStills, sealed }, state)
      })
      return {}
    },
  }
}
