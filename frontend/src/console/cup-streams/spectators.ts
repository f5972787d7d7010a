import type { CupTieView } from '@kla/proto/web'

export const consentWords = ({ spectators_allowed }: Pick<CupTieView, 'spectators_allowed'>): string =>
  spectators_allowed ? 'Both players allow spectators' : 'Not both players allow spectators'

/** Absolute address to share; null while spectators cannot open it. */
export const spectatorLink = (
  { spectators_allowed, spectator_url }: Pick<CupTieView, 'spectators_allowed' | 'spectator_url'>,
  site: string,
): string | null => (spectators_allowed && spectator_url !== null ? new URL(spectator_url, site).href : null)
