import type { Received } from './event-listeners.js'

/** Counts the Wild Cards that a player was shown, each once, however often it was told of it. */
export interface WildCardCount {
  readonly shown: number
  takes(received: Received): void
}

export function createWildCardCount(): WildCardCount {
  const shows = new Set<string>()
  let battle = 0
  let over = false

  const playing = (): void => {
    if (over) battle += 1
    over = false
  }
  const show = ({ round, wildCard }: { round: number; wildCard: boolean }): void => {
    playing()
    if (wildCard) shows.add(`${battle} ${round}`)
  }

  return {
    get shown() {
      return shows.size
    },
    takes({ event, data }) {
      switch (event) {
        case 'prompt-gif':
          return playing()
        case 'receive-gif':
          return show(data)
        case 'end-game':
          over = true
          return
        case 'room-state':
          // After a lost connection the state is what tells of the show.
          if (data.phase === 'show' && data.receivedGif) show(data.receivedGif)
          else if (data.phase === 'prompt') playing()
          else if (data.phase !== 'show') over = true
          return
        default:
          return
      }
    },
  }
}
