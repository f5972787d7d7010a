import { LINK_BANDS, type LinkDiagnostics, type LinkSide, type LinkStep } from '@kla/proto/web'
import { LINK_DIAGNOSTICS, LINK_SIDE, LINK_STEP } from '../../../texts/link.js'

/** Returns null while no weak link is known. */
export function sideWords(side: LinkSide, name: string): string | null {
  if (side === 'unknown') return null
  return side === 'theirs' ? LINK_SIDE.theirs({ name }) : LINK_SIDE[side]
}

/** Steps that take effect at once have no outcome. */
const AT_ONCE: ReadonlySet<LinkStep> = new Set(['bitrate', 'size', 'frame-rate', 'sound-only', 'restored'])

const clockTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function diagnosticsLines({ route, seconds, steps }: LinkDiagnostics): string[] {
  const spent = LINK_BANDS.filter((band) => seconds[band] > 0).map((band) =>
    LINK_DIAGNOSTICS.spent({ band, time: clockTime(seconds[band]) }),
  )
  return [
    LINK_DIAGNOSTICS[route ?? 'none'],
    spent.length === 0 ? LINK_DIAGNOSTICS.notMeasured : LINK_DIAGNOSTICS.time({ spent: spent.join(', ') }),
    ...steps.map(({ at, step, outcome, side }) =>
      LINK_DIAGNOSTICS.step({
        time: clockTime(at),
        step: LINK_STEP[step],
        outcome: AT_ONCE.has(step) ? 'none' : outcome,
        side,
      }),
    ),
  ]
}
