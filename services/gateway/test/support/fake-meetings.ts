import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { type Recorded, recorded } from './recorded.js'

export type FakeMeetings = Recorded<Clients['meetings']>

/** Meetings of everyone: player 2, player 3 under a former name, and a deleted account. */
export const createFakeMeetings = (): FakeMeetings =>
  recorded<Clients['meetings']>({
    listMet: {
      met: [
        { accountId: 2, username: '', mode: 'rush', lastMs: AT_MS, incident: 'incident-2' },
        { accountId: 3, username: 'carol', mode: 'stamina', lastMs: AT_MS - 1_000, incident: 'incident-3' },
        { accountId: 999, username: '', mode: 'rush', lastMs: AT_MS - 2_000, incident: 'incident-999' },
      ],
    },
    listMetOf: {
      met: [
        { accountId: 2, username: 'bob', mode: 'rush', roomName: 'Late evening', lastMs: AT_MS, seated: true },
        { accountId: 999, username: 'gone', mode: 'stamina', roomName: 'Early', lastMs: AT_MS, seated: false },
      ],
    },
  })
