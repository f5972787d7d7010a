import { LINK_BANDS, type LinkBand, type LinkDiagnostics, type LinkSide, type LinkStep } from '@kla/proto/web'

export const BAND_WORDS: Readonly<Record<LinkBand, string>> = {
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
  lost: 'Lost',
}

/** Returns null while no weak link is known. */
export const sideWords = (side: LinkSide, name: string): string | null =>
  ({
    yours: 'Your connection is weak',
    theirs: `${name}’s connection is weak`,
    relay: 'The relay is slow',
    unknown: null,
  })[side]

const STEP_WORDS: Readonly<Record<LinkStep, string>> = {
  bitrate: 'Sent lighter video',
  size: 'Sent smaller video',
  'frame-rate': 'Sent fewer frames',
  'sound-only': 'Sent sound only',
  restored: 'Sent fuller video again',
  'ice-restart': 'Looked for another path',
  'other-relay': 'Tried another relay',
  'new-connection': 'Made a new connection',
}

const OUTCOME_WORDS = { begun: '', done: ': it helped', failed: ': it did not help' } as const
const SIDE_WORDS: Readonly<Record<LinkSide, string>> = {
  yours: ' (own connection)',
  theirs: ' (the opponent’s connection)',
  relay: ' (relay)',
  unknown: '',
}
/** Steps that take effect at once have no outcome. */
const AT_ONCE: ReadonlySet<LinkStep> = new Set(['bitrate', 'size', 'frame-rate', 'sound-only', 'restored'])

const clockTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function diagnosticsLines({ route, seconds, steps }: LinkDiagnostics): string[] {
  const spent = LINK_BANDS.filter((band) => seconds[band] > 0).map(
    (band) => `${BAND_WORDS[band].toLowerCase()} ${clockTime(seconds[band])}`,
  )
  return [
    route === null
      ? 'No connection was made'
      : route === 'relayed'
        ? 'Connected through a relay'
        : 'Connected directly',
    spent.length === 0 ? 'Not measured' : `Time: ${spent.join(', ')}`,
    ...steps.map(
      ({ at, step, outcome, side }) =>
        `${clockTime(at)} ${STEP_WORDS[step]}${AT_ONCE.has(step) ? '' : OUTCOME_WORDS[outcome]}${SIDE_WORDS[side]}`,
    ),
  ]
}
