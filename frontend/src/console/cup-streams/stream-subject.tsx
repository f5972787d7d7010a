import type { CupTieView } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { playerWords } from '../cups/tie-names.js'
import { Countdown } from '../kit/moments/countdown.js'
import { Facts } from '../kit/text/facts.js'
import { consentWords } from './spectators.js'

/** What is to be known of a tie that runs. */
export const StreamSubject = ({ entry }: { entry: CupTieView }) => <Facts facts={factsOf(entry)} />

const factsOf = (entry: CupTieView) =>
  [
    ['Player A', playerWords(entry.player_a)],
    ['Player B', playerWords(entry.player_b)],
    ['Mode', MODE_WORDS[entry.mode].name],
    ['Category', CATEGORY_WORDS[entry.category]],
    [
      'Time left',
      entry.tie.deadline === null ? '-' : <Countdown key="left" until={entry.tie.deadline} over="any moment" />,
    ],
    ['Watching now', entry.watchers],
    ['Spectators', consentWords(entry)],
  ] as const
