import type { CupTieView } from '@kla/proto/web'

/** What is to be known about spectators of a tie. */
export const consentWords = ({ spectators_allowed }: Pick<CupTieView, 'spectators_allowed'>): string =>
  spectators_allowed ? 'Both players allow spectators' : 'Not both players allow spectators'

/** The whole address for spectators, to be passed on; null where it would not open now. */
export const spectatorLink = (
  { spectators_allowed, spectator_url }: Pick<CupTieView, 'spectators_allowed' | 'spectator_url'>,
  site: string,
): string | null => (spectators_allowed && spectator_url !== null ? new URL(spectator_url, site).href : null)
