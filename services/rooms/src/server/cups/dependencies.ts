import type { Handlers } from '@kla/chassis'
import type { CupsServiceService } from '@kla/proto'
import type { Cups } from '../../cups/cups.js'
import type { OpenTie } from '../../cups/open-tie.js'
import type { Rooms } from '../../room/rooms.js'
import type { CupLists } from '../../store/cups/cup-lists.js'
import type { CupStore } from '../../store/cups/cup-store.js'
import type { RecordFact } from '../../store/cups/fact-recorder.js'
import type { TieList } from '../../store/cups/tie-list.js'
import type { TiePresence } from '../../store/cups/tie-presence.js'
import type { WatchPasses } from '../../store/watch-passes.js'

export type CupHandlers = Handlers<typeof CupsServiceService>

/** What the RPCs of cups work with. */
export interface CupDependencies {
  readonly cups: Cups
  readonly store: Pick<CupStore, 'add' | 'find' | 'ofPlayer'>
  readonly lists: CupLists
  readonly ties: TieList
  readonly presence: TiePresence
  readonly openTie: OpenTie
  readonly rooms: Pick<Rooms, 'load'>
  readonly passes: Pick<WatchPasses, 'issue'>
  readonly recordFact: RecordFact
  /** Unix milliseconds. */
  readonly now: () => number
}
