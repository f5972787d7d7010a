import { catalogue } from '../shared/texts/catalogue.js'

export const ROOM = catalogue({
  pageTitle: 'In the ring',
  entering: 'Entering the room…',
  unnamed: 'Room',
  round: 'Round {round, number} · {mode}',
  kind: '{mode} · {category}',
})

export const CONNECTION_LOST = catalogue({
  lost: 'You lost the connection.',
  reconnecting: "Reconnecting… We're keeping your seat for {seconds, number} s.",
  stillTrying: 'Still trying. Your seat may be gone.',
})

export const ITEMS = catalogue({
  trying: 'Trying…',
  newTab: '(opens in a new tab)',
})

export const PICK = catalogue({ wildCardFailed: 'Wild Card failed' })

export const WATCHERS_OUT = catalogue({
  spectators: 'Spectators are out: we could not confirm that they may watch.',
  judge: 'The judge is out: we could not confirm that they may watch.',
})
