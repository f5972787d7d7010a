import type { Logger } from '@kla/chassis'
import type { SitDown } from '../room/seating.js'
import type { Searches } from './searches.js'

/** Sits people down, and ends the search of whoever took a seat. */
export const endingSearches =
  (sitDown: SitDown, searches: Pick<Searches, 'end'>, log: Logger): SitDown =>
  async (sitting) => {
    const answer = await sitDown(sitting)
    if ('refused' in answer) return answer
    // The seat stands in any case; a search that goes on is ended when it is about to be paired.
    await searches
      .end(sitting.accountId, 'seated')
      .catch((error: unknown) => log.warn({ err: error }, 'the search of somebody who is seated goes on for now'))
    return answer
  }
