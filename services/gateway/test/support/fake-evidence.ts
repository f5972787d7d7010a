import { type CallContext, KlaError } from '@kla/chassis'
import type { Opening, Still } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { type Recorded, recorded } from './recorded.js'

export interface FakeEvidence extends Recorded<Clients['evidence']> {
  /** Stills that an opening streams. */
  stills: Iterable<Still>
}

export const OPENING: Opening = {
  id: '018f6b1e-7c1a-7000-8000-000000000009',
  reportId: 42,
  reason: 'He says he recorded her.',
  askedById: 5,
  askedBy: 'mod',
  askedAtMs: AT_MS,
  approvedById: 0,
  approvedBy: '',
  untilMs: AT_MS,
}

/** The evidence process in memory: a report with one item, and one opening. */
export function createFakeEvidence(): FakeEvidence {
  const lists = recorded<Omit<Clients['evidence'], 'openEvidence'>>({
    storeEvidence: {},
    describeEvidence: {
      items: [
        { id: OPENING.id, storedAtMs: AT_MS, bytes: 9, sha256: 'ab', expiresAtMs: AT_MS, held: false, hasStills: true },
      ],
      openings: [OPENING],
    },
    requestOpening: OPENING,
    listOpenings: { openings: [OPENING], approvable: 0 },
    approveOpening: { ...OPENING, approvedById: 6, approvedBy: 'owner' },
  })
  const fake: FakeEvidence = Object.assign(lists, {
    stills: [{ evidenceId: OPENING.id, takenAtMs: AT_MS, jpeg: Buffer.from('a still') }],
    client: {
      ...lists.client,
      openEvidence: async function* (request: unknown, context?: CallContext) {
        fake.calls.push({ method: 'openEvidence', request, principal: context?.principal })
        if (fake.refusal) throw new KlaError(fake.refusal)
        yield* fake.stills
      },
    },
  })
  return fake
}
